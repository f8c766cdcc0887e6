import type { Synonym } from '@solvane/contract/search'
import { Button } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { List, useRefresh } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ListSearch } from '../../parts/list-filters.tsx'
import { CardLine, Rows } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import styles from './search.module.css'

const { accessor, display } = columnHelper<Synonym>()
const columns = [
  accessor('term', { header: 'Word', cell: ({ getValue }) => getValue() }),
  display({
    id: 'synonyms',
    header: 'Also finds',
    cell: ({ row }) => row.original.synonyms.join(', '),
  }),
  display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <Actions synonym={row.original} />,
  }),
]

/** /synonyms: words that a search also finds. */
export function SynonymList() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <List endpoint="listSynonyms" sort={{ by: 'term', order: 'asc' }}>
      <Title title="Synonyms" />
      <p className={styles.hint}>
        A search for the word on the left also finds the words on the right. Changes apply at once.
      </p>
      <div className={toolbar.toolbar}>
        <ListSearch hint="Word or synonym" />
        <Button onClick={() => setIsAdding(true)}>Add synonym</Button>
      </div>
      <Rows
        what="synonyms"
        none={{ title: 'No synonyms yet', text: 'Add the words shoppers use for your products.' }}
        columns={columns}
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
    </List>
  )
}

function Actions({ synonym }: { synonym: Synonym }) {
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className={styles.synonymActions}>
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

/** Removes a synonym. */
function RemoveSynonymDialog({ synonym, onClose }: { synonym: Synonym; onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Remove “${synonym.term}”?`}
      description="Searches for this word no longer find the others. Products are not changed."
      submit="Remove"
      done="Synonym removed."
      onClose={onClose}
      onSubmit={async () => {
        await api.call('deleteSynonym', { params: { id: synonym.id } })
        refresh()
      }}
    />
  )
}

interface SynonymDialogProps {
  /** Null for a new one. */
  synonym: Synonym | null
  /** The term of a new synonym. */
  term?: string
  onClose: () => void
}

/** Adds or edits a synonym. */
export function SynonymDialog({ synonym, term, onClose }: SynonymDialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={synonym ? `Edit “${synonym.term}”` : 'New synonym'}
      description="Use lower-case letters without accents or punctuation."
      submit={synonym ? 'Save' : 'Add synonym'}
      done="Synonym saved."
      onClose={onClose}
      onSubmit={async (value) => {
        const synonyms = value('synonyms')
          .split(/[\n,]/)
          .map((word) => word.trim())
          .filter(Boolean)
        const body = { term: value('term'), synonyms }
        if (synonym) {
          const { id, version } = synonym
          await api.call('updateSynonym', { params: { id }, body: { ...body, version } })
        } else await api.call('createSynonym', { body })
        refresh()
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Search term"
            name="term"
            required
            maxLength={80}
            defaultValue={synonym?.term ?? term}
            error={errorOf('term')}
          />
          <TextAreaField
            label="Also finds"
            name="synonyms"
            required
            rows={4}
            defaultValue={synonym?.synonyms.join('\n')}
            error={errorOf('synonyms')}
            hint="One word or phrase per line."
          />
        </>
      )}
    </ActionDialog>
  )
}
