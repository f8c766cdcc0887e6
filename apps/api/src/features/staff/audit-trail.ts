import type { EndpointName } from '@solvane/contract/paths'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { AuditTrail } from '../../platform/http/endpoint-registry.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { findAuditEntry, insertAuditEntry, setAuditOutcome } from './audit.queries.ts'
import {
  findLastChange,
  forgetPerson,
  listChangesSince,
  type Snapshot,
} from './audit-subjects.queries.ts'
import {
  readSubjects,
  recordProductChanges,
  recordSubjects,
  type Subjects,
} from './audit-subjects.ts'

/** Letters of one text that are kept. */
const longestText = 500

/** Parts of a list, or fields, that are kept. */
const longestList = 100

/** Parts within parts that are kept; nothing of ours is nested deeper. */
const deepest = 12

const secret = /password|token|secret/i

/**
 * Records what staff do: before it is carried out, so that nothing is done unrecorded, and its outcome after.
 * What is recorded of the input holds no secret, and of long texts and lists only the beginning.
 */
export function createAuditTrail({ db, clock }: Pick<AppContext, 'db' | 'clock'>): AuditTrail {
  return {
    async begin({ actorId, call, input }) {
      if (trials.has(call)) return null
      const subjects = await readSubjects(db.kysely, call, input)
      const id = await insertAuditEntry(db.kysely, {
        at: clock.now(),
        actor_id: actorId,
        call,
        target: targetOf(input.params),
        input: JSON.stringify(forAudit(input)),
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

/** Calls that only show what another would do. */
const trials = new Set<EndpointName>(['previewBulkEdit', 'importProducts'])

/**
 * Records what `work`, a batch of an import, makes of these products, under the entry of the colleague who
 * began to apply it; in the batch's transaction.
 */
export async function recordImport<Result>(
  tx: Queryable,
  { jobId, ids }: { jobId: string; ids: string[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const entryId = await findAuditEntry(tx, { call: 'applyProductImport', target: jobId })
  if (entryId === undefined) return work()
  return recordProductChanges(tx, { entryId, ids, shortened: forAudit }, work)
}

/**
 * Who has changed what an action is done to, when, and which fields since `version`: null where that is
 * not known of all its versions.
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

/** What a call names in its path: `orderId`, `id` and so on, as sent. */
function targetOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null
  const named = Object.values(params).map(String)
  return named.length > 0 ? storable(named.join('/')) : null
}

/** Text as PostgreSQL can keep it: halves of characters and the character 0 are replaced. */
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

/** What is recorded of staff's actions on a shopper: theirs to be forgotten, not part of the export. */
export const auditOfShopper: PersonalData = {
  name: 'audit',
  read: async () => undefined,
  erase: forgetPerson,
}
