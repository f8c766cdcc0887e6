import { paths } from '@solvane/contract/paths'
import type { AuditEntry } from '@solvane/contract/staff'
import { staffRoles } from '@solvane/contract/staff-role'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { List } from '../../data/list.tsx'
import { Title } from '../../layout/title.tsx'
import { inWords } from '../../parts/in-words.ts'
import { ListFilters } from '../../parts/list-filters.tsx'
import { ListSearch } from '../../parts/list-search.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Moment, ZoneNote, zonePlace } from '../../parts/moment.tsx'
import { roleWords } from '../../parts/role-words.ts'
import { CardLine, Rows, Twofold } from '../../parts/rows.tsx'
import { type StateTab, StateTabs } from '../../parts/state-tabs.tsx'
import toolbar from '../../parts/toolbar.module.css'
import styles from './audit-list.module.css'
import { readInput } from './read-input.ts'

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  { label: 'Done', filter: { outcome: 'DONE' } },
  { label: 'Refused', filter: { outcome: 'REFUSED' } },
  { label: 'Not finished', filter: { outcome: 'UNFINISHED' } },
]

const { accessor, display } = columnHelper<AuditEntry>()
const columns = [
  accessor('at', { header: 'When', cell: ({ getValue }) => <Moment at={getValue()} /> }),
  display({
    id: 'who',
    header: 'Who',
    cell: ({ row: { original: entry } }) => (
      <Twofold first={nameOf(entry)} second={entry.actor.name && entry.actor.email} />
    ),
  }),
  display({
    id: 'what',
    header: 'What',
    cell: ({ row: { original: entry } }) => <Sent entry={entry} summary={inWords(entry.call)} />,
  }),
  display({
    id: 'target',
    header: 'To what',
    cell: ({ row }) => <span className={styles.target}>{row.original.target}</span>,
  }),
  display({
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row }) => <Outcome outcome={row.original.outcome} />,
  }),
]

/** /audit: what staff did, the newest first. */
export function AuditList() {
  return (
    <List endpoint="listAuditEntries" sort={{ by: 'at', order: 'desc' }}>
      <Title title="Audit log" />
      <StateTabs label="Outcome" names={['outcome']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Id of what it was done to" />
        <AuditFilters />
      </div>
      <Rows
        what="entries"
        none={{ title: 'Nothing here yet', text: 'Changes that staff make appear here.' }}
        columns={columns}
        card={(entry) => (
          <>
            <CardLine>
              <strong>{inWords(entry.call)}</strong>
              <Outcome outcome={entry.outcome} />
            </CardLine>
            <CardLine>
              <span>{nameOf(entry)}</span>
              <Moment at={entry.at} />
            </CardLine>
            <Sent entry={entry} summary="What was sent" />
          </>
        )}
      />
      <ZoneNote />
    </List>
  )
}

function nameOf({ actor }: AuditEntry): string {
  return actor.name ?? actor.email ?? 'Account closed'
}

function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  if (outcome === null) return <Mark tone="open">Not finished</Mark>
  if (outcome === 'DONE') return <Mark tone="good">Done</Mark>
  return <Mark tone="look">{inWords(outcome)}</Mark>
}

/** What a call does, and what was sent with it, under `summary`. */
function Sent({ entry, summary }: { entry: AuditEntry; summary: string }) {
  const lines = readInput(entry.input)
  return (
    <details>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.sent}>
        {entry.summary && <p>{entry.summary}.</p>}
        {lines.length === 0 && <p>Nothing was sent with it.</p>}
        <dl>
          {lines.map(([name, value]) => (
            <div key={name} className={styles.part}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  )
}

/** The operations that are logged: those of staff that change something. */
const loggedOperations = Object.entries(paths)
  .filter(([, place]) => !place.startsWith('GET ') && place.includes(' /admin/'))
  .map(([name]) => name)
  .toSorted()

const mostPeople = 100

/** Narrows the audit log by person, by what was done, and by day. */
function AuditFilters() {
  const { data } = useQuery({
    queryKey: ['staff', 'everyone'],
    queryFn: () => api.call('listStaff', { query: { size: mostPeople, sort: 'name' } }),
  })
  const people = data?.data ?? []
  return (
    <ListFilters names={['actorId', 'call', 'from', 'until']}>
      {(bind) => (
        <>
          <SelectField label="Who" {...bind('actorId')}>
            <option value="">Anyone</option>
            {staffRoles.toReversed().map((role) => (
              <optgroup key={role} label={roleWords[role].name}>
                {people
                  .filter(({ staffRole }) => staffRole === role)
                  .map(({ id, name, email }) => (
                    <option key={id} value={id}>
                      {name ?? email}
                    </option>
                  ))}
              </optgroup>
            ))}
          </SelectField>
          <SelectField label="What" {...bind('call')}>
            <option value="">Anything</option>
            {loggedOperations.map((name) => (
              <option key={name} value={name}>
                {inWords(name)}
              </option>
            ))}
          </SelectField>
          <TextField label={`From (${zonePlace()})`} type="date" {...bind('from')} />
          <TextField label={`Until (${zonePlace()})`} type="date" {...bind('until')} />
        </>
      )}
    </ListFilters>
  )
}
