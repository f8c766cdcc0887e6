import { endpoints } from '@solvane/contract/endpoints'
import {
  type AuditEntry,
  type AuditSubject,
  type listAuditEntries as listAuditEntriesEndpoint,
  mostAuditSubjects,
  pathOfSubject,
} from '@solvane/contract/staff'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { readShopDays } from '../orders/read-days.ts'
import { type AuditRow, countAuditEntries, listAuditRows } from './audit.queries.ts'
import { listSubjects } from './audit-subjects.queries.ts'

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
