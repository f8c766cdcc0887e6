import { paths, unloggedOperations } from '@solvane/contract/paths'
import type { AuditEntry, AuditSubject } from '@solvane/contract/staff'
import { staffRoles } from '@solvane/contract/staff-role'
import { textLinkClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { List } from '../../data/list.tsx'
import { roleWords } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ListFilters, ListSearch, type StateTab, StateTabs } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote, zonePlace } from '../../parts/moment.tsx'
import { Mark } from '../../parts/panel.tsx'
import { CardLine, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { inWords } from '../../parts/words.tsx'
import styles from './audit-list.module.css'

/** Parts of a request whose names are omitted. */
const parts = new Set(['params', 'query', 'body'])

/** The input of a request as lines: the path of each value as text, and the value. */
export function readInput(input: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(input).flatMap(([place, part]) =>
    parts.has(place) ? linesOf(part, []) : linesOf(part, [inWords(place)]),
  )
}

function linesOf(value: unknown, path: readonly string[]): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) {
    if (value.every((part) => typeof part !== 'object' || part === null))
      return value.length > 0 ? [[path.join(' › '), value.map(toText).join(', ')]] : []
    return value.flatMap((part, index) => linesOf(part, [...path, `${index + 1}.`]))
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, part]) => linesOf(part, [...path, inWords(name)]))
  return [[path.join(' › '), toText(value)]]
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  { label: 'Done', filter: { outcome: 'DONE' } },
  { label: 'Rejected', filter: { outcome: 'REFUSED' } },
  { label: 'Not finished', filter: { outcome: 'UNFINISHED' } },
]

const { accessor, display } = columnHelper<AuditEntry>()
const columns = [
  accessor('at', { header: 'When', cell: ({ getValue }) => <Moment at={getValue()} /> }),
  display({
    id: 'who',
    header: 'Who',
    cell: ({ row: { original: entry } }) => (
      <TwoLines first={nameOf(entry)} second={entry.actor.name && entry.actor.email} />
    ),
  }),
  display({
    id: 'what',
    header: 'Action',
    cell: ({ row: { original: entry } }) => <Details entry={entry} summary={inWords(entry.call)} />,
  }),
  display({
    id: 'target',
    header: 'Record',
    cell: ({ row }) => <Subjects entry={row.original} />,
  }),
  display({
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row }) => <Outcome outcome={row.original.outcome} />,
  }),
]

/** /audit: the actions of staff, the newest first. */
export function AuditList() {
  return (
    <List endpoint="listAuditEntries" sort={{ by: 'at', order: 'desc' }}>
      <Title title="Audit log" />
      <StateTabs label="Outcome" names={['outcome']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name or ID of the record" />
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
            <Subjects entry={entry} />
            <Details entry={entry} summary="Details" />
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
  return <Mark tone="urgent">{inWords(outcome)}</Mark>
}

/** The records of an action as links; of many the first few. */
function Subjects({ entry: { subjects, subjectCount, target } }: { entry: AuditEntry }) {
  if (subjects.length === 0) return <span className={styles.target}>{target}</span>
  const shown = subjects.slice(0, mostSubjects)
  return (
    <>
      {shown.map(({ kind, id, label, path }) => (
        <span key={`${kind} ${id}`} className={styles.subject}>
          <Link className={textLinkClass} to={path}>
            {label}
          </Link>
        </span>
      ))}
      {subjectCount > shown.length && `and ${subjectCount - shown.length} more`}
    </>
  )
}

/** The fields that an action has changed, before and after. */
function Changes({ subject: { label, changes } }: { subject: AuditSubject }) {
  return (
    <dl aria-label={`Changes of ${label}`}>
      {Object.entries(changes ?? {}).map(([field, { before, after }]) => (
        <div key={field} className={styles.part}>
          <dt>{`${label}: ${field}`}</dt>
          <dd>{`${textOf(before)} → ${textOf(after)}`}</dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The description of an action, its changes and its input, under `summary`. */
function Details({ entry, summary }: { entry: AuditEntry; summary: string }) {
  const lines = readInput(entry.input)
  return (
    <details>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.details}>
        {entry.summary && <p>{entry.summary}.</p>}
        {entry.confirmedBy && <p>Confirmed with: {entry.confirmedBy}.</p>}
        {entry.subjects.map((subject) => (
          <Changes key={`${subject.kind} ${subject.id}`} subject={subject} />
        ))}
        <dl aria-label="Input">
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

/** The logged operations: those of staff that change something. */
const loggedOperations = Object.entries(paths)
  .filter(([, place]) => !place.startsWith('GET ') && place.includes(' /admin/'))
  .map(([name]) => name)
  .filter((name) => !unloggedOperations.has(name))
  .toSorted()

const mostPeople = 100
/** Records named in a row. */
const mostSubjects = 3

/** Filters the audit log by person, action and day. */
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
          <SelectField label="Action" {...bind('call')}>
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
