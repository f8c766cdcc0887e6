import { calls } from '@solvane/contract/calls'
import type { AuditEntry, listAuditEntries as listAuditEntriesCall } from '@solvane/contract/staff'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { readShopDays } from '../orders/read-days.ts'
import { type AuditRow, countAuditEntries, listAuditRows } from './audit.queries.ts'

/** A page of what staff did, and how many entries there are in all. */
export async function listAuditEntries(
  ctx: Pick<AppContext, 'db'>,
  {
    page,
    size,
    order,
    actorId,
    call,
    q,
    target = q,
    outcome,
    from,
    until,
  }: z.output<typeof listAuditEntriesCall.query>,
): Promise<{ data: AuditEntry[]; total: number }> {
  const db = ctx.db.kysely
  const days = await readShopDays(ctx, { from, until })
  const filter = { actorId, call, target, outcome, ...days }
  const [rows, total] = await Promise.all([
    listAuditRows(db, filter, { order, limit: size, offset: (page - 1) * size }),
    countAuditEntries(db, filter),
  ])
  return { data: rows.map(toEntry), total }
}

const summaries = new Map<string, string>(
  Object.values(calls).map(({ name, summary }) => [name, summary]),
)

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.nick_name, email: row.email },
    call: row.call,
    summary: summaries.get(row.call) ?? null,
    target: row.target,
    input: row.input,
    outcome: row.outcome,
  }
}
