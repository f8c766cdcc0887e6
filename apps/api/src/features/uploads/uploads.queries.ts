import type { UploadPurpose } from '@solvane/contract/uploads'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** An uploaded picture. */
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

/** A picture of a message. */
export type KeptUpload = Pick<UploadRow, 'id' | 'width' | 'height' | 'color'>

export async function insertUploads(db: Queryable, rows: UploadRow[]): Promise<void> {
  await db.insertInto('upload').values(rows).execute()
}

/** Whether there is an upload with this purpose that is not marked for deletion. */
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

/** Marks uploads of their owner as used; returns those that exist. */
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

/** Marks pictures of the shop as used, whoever uploaded them; returns how many of them exist. */
export async function keepPictureUploads(tx: Queryable, ids: string[]): Promise<number> {
  const those = sql<boolean>`id = any (${ids}::uuid[])`
  // Waits for a concurrent deletion, and then does not find its rows.
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

/** Marks pictures of messages for deletion, whoever uploaded them. */
export async function forgetChatUploads(tx: Queryable, ids: string[]): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ forget_at: sql<Date>`'-infinity'` })
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('purpose', '=', 'CHAT')
    .execute()
}

/** Removes the rows of a few uploads due for deletion, whose files the caller then deletes. */
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

/** A shopper's uploads in conversations. */
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

/** Marks all of a shopper's uploads in conversations for deletion. */
export async function forgetUploads(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ forget_at: sql<Date>`'-infinity'` })
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'CHAT')
    .execute()
}
