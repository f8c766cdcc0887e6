import type { Queryable } from '../../platform/database/database.ts'

/** Notes an action of staff before it is carried out; gives the note's id. */
export async function insertAuditEntry(
  db: Queryable,
  entry: { at: Date; actor_id: string; call: string; target: string | null; input: string },
): Promise<string> {
  const { id } = await db
    .insertInto('audit_entry')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setAuditOutcome(db: Queryable, id: string, outcome: string): Promise<void> {
  await db.updateTable('audit_entry').set({ outcome }).where('id', '=', id).execute()
}
