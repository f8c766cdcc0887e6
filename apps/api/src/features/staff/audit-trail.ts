import type { AppContext } from '../../context.ts'
import type { AuditTrail } from '../../platform/http/register-call.ts'
import { insertAuditEntry, setAuditOutcome } from './audit.queries.ts'

/** Letters of one text that are kept. */
const longestText = 500

/** Parts of a list, or fields, that are kept. */
const longestList = 100

/** Parts within parts that are kept; nothing of ours is nested deeper. */
const deepest = 12

const secret = /password|token|secret/i

/**
 * Notes what staff do: before it is carried out, so that nothing is done unnoted, and its outcome after.
 * What is noted of the input holds no secret, and of long texts and lists only the beginning.
 */
export function createAuditTrail({ db, clock }: Pick<AppContext, 'db' | 'clock'>): AuditTrail {
  return {
    async begin({ actorId, call, input }) {
      const id = await insertAuditEntry(db.kysely, {
        at: clock.now(),
        actor_id: actorId,
        call,
        target: targetOf(input.params),
        input: JSON.stringify(forAudit(input)),
      })
      return (outcome) => setAuditOutcome(db.kysely, id, outcome)
    },
  }
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
