import type { Synonym } from '@solvane/contract/search-admin'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { Datagrid, FunctionField, ListBase, Title } from 'react-admin'
import { ListSearch } from '../../parts/list-search.tsx'
import { CardLine, Rows } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { RemoveSynonymDialog, SynonymDialog } from './synonym-dialogs.tsx'
import styles from './synonym-list.module.css'

/** /search-words: what the search looks for besides what is typed. */
export function SynonymList() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <ListBase sort={{ field: 'term', order: 'ASC' }} perPage={25} exporter={false}>
      <Title title="Search words" />
      <p className={styles.hint}>
        Who types the word on the left also finds what is on the right. The search knows a change at
        once.
      </p>
      <div className={toolbar.toolbar}>
        <ListSearch hint="A word of either side" />
        <Button onClick={() => setIsAdding(true)}>Add a word</Button>
      </div>
      <Rows<Synonym>
        what="words"
        none={{ title: 'There are no words yet', text: 'Add what shoppers call your pieces.' }}
        table={<SynonymTable />}
        card={(synonym) => (
          <>
            <CardLine>
              <strong>{synonym.term}</strong>
            </CardLine>
            <span>{synonym.synonyms.join(', ')}</span>
            <Actions synonym={synonym} />
          </>
        )}
      />
      {isAdding && <SynonymDialog synonym={null} onClose={() => setIsAdding(false)} />}
    </ListBase>
  )
}

function SynonymTable() {
  return (
    <Datagrid bulkActionButtons={false} rowClick={false}>
      <FunctionField<Synonym> label="Typed" sortBy="term" render={({ term }) => term} />
      <FunctionField<Synonym>
        label="Also finds"
        sortable={false}
        render={({ synonyms }) => synonyms.join(', ')}
      />
      <FunctionField<Synonym>
        label="Actions"
        sortable={false}
        render={(synonym) => <Actions synonym={synonym} />}
      />
    </Datagrid>
  )
}

function Actions({ synonym }: { synonym: Synonym }) {
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className={styles.actions}>
      <Button kind="link" aria-label={`Edit ${synonym.term}`} onClick={() => setAsked('edit')}>
        Edit
      </Button>
      <Button kind="link" aria-label={`Remove ${synonym.term}`} onClick={() => setAsked('remove')}>
        Remove
      </Button>
      {asked === 'edit' && <SynonymDialog synonym={synonym} onClose={close} />}
      {asked === 'remove' && <RemoveSynonymDialog synonym={synonym} onClose={close} />}
    </div>
  )
}
