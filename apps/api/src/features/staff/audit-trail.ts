import { endpoints } from '@solvane/contract/endpoints'
import type { EndpointName } from '@solvane/contract/paths'
import { unloggedOperations } from '@solvane/contract/paths'
import {
  type AuditEntry,
  type AuditSubject,
  type listAuditEntries as listAuditEntriesEndpoint,
  mostAuditSubjects,
  pathOfSubject,
} from '@solvane/contract/staff'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { AuditTrail } from '../../platform/http/record-action.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { readShopDays } from '../orders/read-orders.ts'
import {
  findLastChange,
  forgetPerson,
  forgetSubjects,
  listChangesSince,
  listSubjects,
  type Snapshot,
} from './audit-subjects.queries.ts'
import {
  readSubjects,
  recordProductChanges,
  recordSubjects,
  type Subjects,
} from './audit-subjects.ts'
import {
  type AuditRow,
  countAuditEntries,
  findAuditEntry,
  insertAuditEntry,
  listAuditRows,
  setAuditOutcome,
} from './staff.queries.ts'

/** The most characters stored of a text. */
const longestText = 500

/** The most items or fields stored of a list or object. */
const longestList = 100

/** The deepest nesting stored; valid inputs are less deep. */
const deepest = 12

/** Passkey responses are left out as well, because nobody can read them. */
const secret = /password|token|secret|^passkey$/i

/**
 * Records actions of staff: before they are carried out, so that every action is recorded, and
 * their outcome afterwards. The recorded input contains no secrets, and only the beginning of long
 * texts and lists.
 */
export function createAuditTrail({ db, clock }: Pick<AppContext, 'db' | 'clock'>): AuditTrail {
  return {
    async begin({ actorId, call, input, confirmedBy }) {
      if (unloggedOperations.has(call)) return null
      const subjects = await readSubjects(db.kysely, call, input)
      const id = await insertAuditEntry(db.kysely, {
        at: clock.now(),
        actor_id: actorId,
        call,
        target: targetOf(input.params),
        input: JSON.stringify(forAudit(input)),
        confirmed_by: confirmedBy,
      })
      return {
        async end(outcome, data) {
          await setAuditOutcome(db.kysely, id, outcome)
          if (subjects)
            await recordSubjects(db.kysely, subjects, {
              entryId: id,
              call,
              input,
              isDone: outcome === 'DONE',
              data,
              shortened: forAudit,
            })
        },
        lastChange: (version) => lastChange(db.kysely, { id, subjects, version }),
      }
    },
  }
}

/**
 * Records the changes that `work` makes to these products, in its transaction, under the newest entry
 * of that endpoint: the one that started the work, though it has another subject.
 */
export async function recordProducts<Result>(
  tx: Queryable,
  { call, target, ids }: { call: EndpointName; target: string; ids: string[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const entryId = await findAuditEntry(tx, { call, target })
  if (entryId === undefined) return work()
  return recordProductChanges(tx, { entryId, ids, shortened: forAudit }, work)
}

/**
 * The author, the time and the fields of a subject's changes since `version`: null if they are not
 * known for all versions in between.
 */
async function lastChange(
  db: Queryable,
  { id, subjects, version }: { id: string; subjects: Subjects | null; version: unknown },
) {
  const [subject] = subjects?.before.values() ?? []
  if (!subject || subjects?.before.size !== 1) return {}
  const last = await findLastChange(db, { id: subject.id, entryId: id })
  return {
    changedBy: last ? { id: last.actor_id, name: last.nick_name } : null,
    changedAt: last?.at.toISOString() ?? null,
    changedFields: await fieldsSince(db, subject, version),
  }
}

async function fieldsSince(
  db: Queryable,
  subject: Snapshot,
  version: unknown,
): Promise<string[] | null> {
  if (typeof version !== 'number' || subject.version === null) return null
  const steps = await listChangesSince(db, subject.id, version)
  const isWhole = subject.version - version <= new Set(steps.map((step) => step.version)).size
  return isWhole ? [...new Set(steps.flatMap(({ fields }) => fields ?? []))].toSorted() : null
}

/** The id in the path of an endpoint: `orderId`, `id` and so on. */
function targetOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null
  const named = Object.values(params).map(String)
  return named.length > 0 ? storable(named.join('/')) : null
}

/** Text that PostgreSQL can store: lone surrogates and U+0000 are replaced. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

function forAudit(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return storable(value.length > longestText ? `${value.slice(0, longestText)}…` : value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return '…'
  if (Array.isArray(value))
    return value.slice(0, longestList).map((part) => forAudit(part, depth + 1))
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `${value.length} bytes`
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, longestList)
      .map(([name, part]) => [
        storable(name),
        secret.test(name) ? '•••' : forAudit(part, depth + 1),
      ]),
  )
}

/**
 * The records of staff's actions on a shopper: deleted with the account, but not part of the
 * export.
 */
export const auditOfShopper: PersonalData = {
  name: 'audit',
  read: async () => undefined,
  erase: forgetPerson,
}

/** Removes the data of a person who has no account from the log of actions on these subjects. */
export async function forgetActionsOn(tx: Queryable, ids: readonly string[]): Promise<void> {
  await forgetSubjects(tx, ids)
}

/** A page of the audit log, and the total. */
export async function listAuditEntries(
  ctx: Pick<AppContext, 'db'>,
  {
    page,
    size,
    order,
    actorId,
    call,
    q,
    target,
    kind,
    outcome,
    from,
    until,
  }: z.output<typeof listAuditEntriesEndpoint.query>,
): Promise<{ data: AuditEntry[]; total: number }> {
  const db = ctx.db.kysely
  const days = await readShopDays(ctx, { from, until })
  const filter = { actorId, call, target, text: q, kind, outcome, ...days }
  const [rows, total] = await Promise.all([
    listAuditRows(db, filter, { order, limit: size, offset: (page - 1) * size }),
    countAuditEntries(db, filter),
  ])
  const subjects = await listSubjects(
    db,
    rows.map(({ id }) => String(id)),
    { text: q, most: mostAuditSubjects },
  )
  const of = Map.groupBy(subjects, ({ entry_id }) => String(entry_id))
  return { data: rows.map((row) => toEntry(row, of.get(String(row.id)) ?? [])), total }
}

const summaries = new Map<string, string>(
  Object.values(endpoints).map(({ name, summary }) => [name, summary]),
)

function toEntry(row: AuditRow, subjects: Awaited<ReturnType<typeof listSubjects>>): AuditEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.nick_name, email: row.email },
    call: row.call,
    summary: summaries.get(row.call) ?? null,
    target: row.target,
    subjects: subjects.map(({ kind, subject_id, label, changes }) => ({
      kind,
      id: subject_id,
      label,
      path: pathOfSubject(kind, subject_id),
      changes: changes as AuditSubject['changes'],
    })),
    subjectCount: subjects[0]?.total ?? 0,
    input: row.input,
    outcome: row.outcome,
    confirmedBy: row.confirmed_by,
  }
}
