import type { UploadPurpose } from '@solvane/contract/uploads'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** A picture that someone has sent. */
export interface UploadRow {
  id: string
  owner_id: string
  purpose: UploadPurpose
  hash: string
  bytes: number
  width: number
  height: number
  color: string
  created_at: Date
  forget_at: Date | null
}

/** A picture that came with a message. */
export type KeptUpload = Pick<UploadRow, 'id' | 'width' | 'height' | 'color'>

export async function insertUploads(db: Queryable, rows: UploadRow[]): Promise<void> {
  await db.insertInto('upload').values(rows).execute()
}

/** Whether there is an upload of this purpose that is not forgotten. */
export async function isKnownUpload(
  db: Queryable,
  { id, purpose, at }: { id: string; purpose: UploadPurpose; at: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where((where) => where.or([where('forget_at', 'is', null), where('forget_at', '>', at)]))
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps uploads of their owner for good; gives those that there are. */
export function keepUploadsOf(
  tx: Queryable,
  { ids, ownerId, at }: { ids: string[]; ownerId: string; at: Date },
): Promise<KeptUpload[]> {
  return tx
    .updateTable('upload')
    .set({ forget_at: null })
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'CHAT')
    .where((where) => where.or([where('forget_at', 'is', null), where('forget_at', '>', at)]))
    .returning(['id', 'width', 'height', 'color'])
    .execute()
}

/** Keeps pictures of the shop for good, whoever has sent them; returns how many of them there are. */
export async function keepPictureUploads(tx: Queryable, ids: string[]): Promise<number> {
  const those = sql<boolean>`id = any (${ids}::uuid[])`
  // Waits for who is forgetting one of them, and then does not find it.
  await tx
    .updateTable('upload')
    .set({ forget_at: null })
    .where(those)
    .where('purpose', '=', 'PICTURE')
    .where('forget_at', 'is not', null)
    .execute()
  const { there } = await tx
    .selectFrom('upload')
    .select((select) => select.fn.countAll<string>().as('there'))
    .where(those)
    .where('purpose', '=', 'PICTURE')
    .executeTakeFirstOrThrow()
  return Number(there)
}

/** Has what came with messages forgotten at once, whoever has sent it. */
export async function forgetChatUploads(tx: Queryable, ids: string[]): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ forget_at: sql<Date>`'-infinity'` })
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('purpose', '=', 'CHAT')
    .execute()
}

/** Takes a few uploads that are to be forgotten out of the list, for who then deletes them. */
export function takeForgottenUploads(
  tx: Queryable,
  at: Date,
  most: number,
): Promise<Pick<UploadRow, 'id' | 'purpose'>[]> {
  return tx
    .deleteFrom('upload')
    .where('id', 'in', (select) =>
      select
        .selectFrom('upload')
        .select('id')
        .where('forget_at', '<=', at)
        .orderBy('forget_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'purpose'])
    .$castTo<Pick<UploadRow, 'id' | 'purpose'>>()
    .execute()
}

/** What a shopper has sent in conversations. */
export function describeUploads(db: Queryable, userId: string) {
  return db
    .selectFrom('upload')
    .select(['id', 'width', 'height', 'bytes', 'created_at as createdAt'])
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'CHAT')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Has all that a shopper has sent in conversations forgotten at once. */
export async function forgetUploads(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ forget_at: sql<Date>`'-infinity'` })
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'CHAT')
    .execute()
}
