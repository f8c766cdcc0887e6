import { isDeepStrictEqual } from 'node:util'
import type { EndpointName } from '@solvane/contract/paths'
import type { AuditSubjectKind } from '@solvane/contract/staff'
import type { Queryable } from '../../platform/database/database.ts'
import { insertSubjects, readSnapshots, type Snapshot } from './audit-subjects.queries.ts'
import { type ActionInput, subjectIdsOf, subjectKindOf } from './audit-targets.ts'

/** The subjects of an action, in their previous state. */
export interface Subjects {
  kind: AuditSubjectKind
  before: Map<string, Snapshot>
}

/** Reads the subjects of an action; null if it has none. */
export async function readSubjects(
  db: Queryable,
  call: EndpointName,
  input: ActionInput,
): Promise<Subjects | null> {
  const kind = subjectKindOf(call)
  if (!kind) return null
  return { kind, before: await readSnapshots(db, kind, await subjectIdsOf(db, call, input, {})) }
}

/**
 * Records the subjects of an action, and their new state after a success. A concurrent change of
 * others is included.
 */
export async function recordSubjects(
  db: Queryable,
  { kind, before }: Subjects,
  {
    entryId,
    call,
    input,
    isDone,
    data,
    shortened,
  }: {
    entryId: string
    call: EndpointName
    input: ActionInput
    isDone: boolean
    data: unknown
    /** Shortens a value for storage. */
    shortened: (value: unknown) => unknown
  },
): Promise<void> {
  const ids = [...new Set([...before.keys(), ...(await subjectIdsOf(db, call, input, data))])]
  await insertChanges(db, { kind, before }, { entryId, ids, isDone, shortened })
}

/** Records the changes of these subjects since `before`. */
async function insertChanges(
  db: Queryable,
  { kind, before }: Subjects,
  {
    entryId,
    ids,
    isDone,
    shortened,
  }: { entryId: string; ids: string[]; isDone: boolean; shortened: (value: unknown) => unknown },
): Promise<void> {
  const after = isDone ? await readSnapshots(db, kind, ids) : before
  const rows = ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    const known = is ?? was
    if (!known) return []
    return {
      entry_id: entryId,
      kind,
      subject_id: id,
      label: known.label,
      // The person's data was deleted with the account, so it must not be stored again.
      changes:
        isDone && !is?.state.isClosed ? changesBetween(was?.state, is?.state, shortened) : null,
      version: isDone ? (is?.version ?? null) : null,
      user_id: known.user_id,
    }
  })
  // A bulk edit names many products; unchanged ones are omitted.
  const changed = rows.length > 1 && isDone ? rows.filter(({ changes }) => !isEmpty(changes)) : rows
  await insertSubjects(db, changed)
}

/**
 * Records the changes that `work` makes to these products under an existing entry: a job of staff
 * that changes many, batch by batch.
 */
export async function recordProductChanges<Result>(
  tx: Queryable,
  {
    entryId,
    ids,
    shortened,
  }: { entryId: string; ids: string[]; shortened: (value: unknown) => unknown },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await readSnapshots(tx, 'PRODUCT', ids)
  const result = await work()
  await insertChanges(tx, { kind: 'PRODUCT', before }, { entryId, ids, isDone: true, shortened })
  return result
}

function isEmpty(changes: object | null): boolean {
  return changes === null || Object.keys(changes).length === 0
}

/** The changed fields, variants by name: `variants.Ink / S.price`. */
function changesBetween(
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
  shortened: (value: unknown) => unknown,
): Record<string, { before: unknown; after: unknown }> {
  const [was, is] = [flat(before), flat(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null))
      .map((name) => [
        name,
        { before: shortened(was[name] ?? null), after: shortened(is[name] ?? null) },
      ]),
  )
}

function flat(state: Record<string, unknown> | undefined): Record<string, unknown> {
  const { variants, ...fields } = state ?? {}
  const flattened = Object.entries((variants ?? {}) as Record<string, Record<string, unknown>>)
  return Object.assign(
    fields,
    ...flattened.map(([variant, parts]) =>
      Object.fromEntries(
        Object.entries(parts).map(([name, value]) => [`variants.${variant}.${name}`, value]),
      ),
    ),
  )
}
