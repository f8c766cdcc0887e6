import type { LetterRow } from '@solvane/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import { Datagrid, FunctionField, ListBase, Title, useListContext } from 'react-admin'
import { api } from '../../data/api.ts'
import { inWords } from '../../parts/in-words.ts'
import { ListSearch } from '../../parts/list-search.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, Twofold } from '../../parts/rows.tsx'
import { StateTabs } from '../../parts/state-tabs.tsx'
import toolbar from '../../parts/toolbar.module.css'
import styles from './letter-list.module.css'
import { LetterState } from './letter-state.tsx'

/** /letters: what the house has written, the newest first. */
export function LetterList() {
  return (
    <ListBase sort={{ field: 'createdAt', order: 'DESC' }} perPage={25} exporter={false}>
      <Title title="Outbox" />
      <Tabs />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Recipient or subject" />
      </div>
      <Rows<LetterRow>
        what="letters"
        none={{ title: 'No letter yet', text: 'The first one will stand here for 90 days.' }}
        table={<LetterTable />}
        card={(letter) => (
          <>
            <CardLine>
              <RowLink to={pathOf(letter)}>{letter.subject}</RowLink>
              <LetterState state={letter.state} />
            </CardLine>
            <CardLine>
              <span>{letter.recipient}</span>
              <Moment at={letter.createdAt} />
            </CardLine>
            {letter.droppedReason ?? letter.lastError}
          </>
        )}
      />
      <ZoneNote />
    </ListBase>
  )
}

const pathOf = ({ id }: LetterRow) => `/letters/${id}/show`

function Tabs() {
  const { data: rows } = useListContext()
  const { data } = useQuery({
    // Anew with every list that comes: what changed one may have changed the other.
    queryKey: ['letters', 'counts', rows],
    queryFn: () => api.call('getOutbox', {}),
    placeholderData: (before) => before,
  })
  const outbox = data?.data
  return (
    <>
      {outbox?.hasMailServer === false && (
        <p className={styles.note} role="note">
          No mail server is set up, so letters stay here. Owners can open one and hand its link on.
        </p>
      )}
      <StateTabs
        label="State"
        names={['state']}
        tabs={[
          { label: 'All', filter: {} },
          { label: 'Waiting', filter: { state: 'WAITING' }, count: outbox?.waiting },
          { label: 'Failed', filter: { state: 'FAILED' }, count: outbox?.failed, isUrgent: true },
          { label: 'Dropped', filter: { state: 'DROPPED' } },
          { label: 'Sent', filter: { state: 'SENT' } },
        ]}
      />
    </>
  )
}

function LetterTable() {
  return (
    <Datagrid bulkActionButtons={false} rowClick="show">
      <FunctionField<LetterRow>
        label="Letter"
        sortable={false}
        render={(letter) => (
          <Twofold
            first={<RowLink to={pathOf(letter)}>{letter.subject}</RowLink>}
            second={inWords(letter.kind)}
          />
        )}
      />
      <FunctionField<LetterRow> label="To" sortable={false} render={({ recipient }) => recipient} />
      <FunctionField<LetterRow>
        label="Written"
        sortBy="createdAt"
        render={({ createdAt }) => <Moment at={createdAt} />}
      />
      <FunctionField<LetterRow>
        label="State"
        sortable={false}
        render={({ state, lastError, droppedReason }) => (
          <Twofold first={<LetterState state={state} />} second={droppedReason ?? lastError} />
        )}
      />
    </Datagrid>
  )
}
