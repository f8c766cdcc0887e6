import type { UploadPurpose } from '@solvane/contract/uploads'
import { sql } from 'kysely'
import type { ChangeTag } from '../../platform/database/changes.ts'
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

/** The parts of the address of a picture of the shop. */
export type ShopUpload = Pick<UploadRow, 'id' | 'hash'>

/** Those of the shop's pictures that exist. */
export function findPictureUploads(
  db: Queryable,
  ids: string[],
): Promise<(ShopUpload & Pick<UploadRow, 'width' | 'height' | 'color'>)[]> {
  return db
    .selectFrom('upload')
    .select(['id', 'hash', 'width', 'height', 'color'])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('purpose', '=', 'PICTURE')
    .execute()
}

/**
 * Locks the existing ones of these pictures of the shop, so that using and removing a picture wait
 * for each other.
 */
export function lockPictureUploads(tx: Queryable, ids: string[]): Promise<ShopUpload[]> {
  return tx
    .selectFrom('upload')
    .select(['id', 'hash'])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('purpose', '=', 'PICTURE')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Marks pictures of the shop as used, whoever uploaded them. */
export async function keepPictureUploads(tx: Queryable, ids: string[]): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ forget_at: null })
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('forget_at', 'is not', null)
    .execute()
}

/**
 * Marks those pictures of the shop for deletion that nothing shows: no product, variant, 360° view, category
 * or text, and no order. Returns them. They must be locked.
 */
export async function forgetUnshownPictures(
  tx: Queryable,
  pictures: readonly { id: string; src: string }[],
): Promise<string[]> {
  const ids = pictures.map(({ id }) => id)
  const addresses = pictures.map(({ src }) => src)
  const { rows } = await sql<{ id: string }>`
    update upload u set forget_at = '-infinity'
    from unnest(${ids}::uuid[], ${addresses}::text[]) p (id, src)
    where u.id = p.id
      and not exists (select from product where pictures @> jsonb_build_array(jsonb_build_object('src', p.src)))
      and not exists (select from variant where deleted_at is null and pictures <> '[]'
        and pictures @> jsonb_build_array(jsonb_build_object('src', p.src)))
      and not exists (select from product_turn where frames @> jsonb_build_array(jsonb_build_object('src', p.src)))
      and not exists (select from product_turn where opening @> jsonb_build_array(jsonb_build_object('src', p.src)))
      and not exists (select from category where picture ->> 'src' = p.src)
      and not exists (select from content where strpos(value::text, p.src) > 0)
      and not exists (select from order_line
        where picture ->> 'src' like '/media/uploads/%' and picture ->> 'src' = p.src)
    returning u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Publishes a change with the commit. */
export async function publishWithCommit(tx: Queryable, tags: readonly ChangeTag[]): Promise<void> {
  await sql`select pg_notify('changes', tag) from unnest(${tags}::text[]) tag`.execute(tx)
}

/** The ones of these pictures of the shop that must not be served. */
export async function listRemovedPictures(
  db: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) id
    where not exists (select from upload u where u.id = id.id and u.purpose = 'PICTURE'
      and (u.forget_at is null or u.forget_at > ${at}))`.execute(db)
  return rows.map(({ id }) => id)
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

/** Locks a few uploads due for deletion, without those of `except`. */
export function lockForgottenUploads(
  tx: Queryable,
  at: Date,
  { most, except }: { most: number; except: readonly string[] },
): Promise<Pick<UploadRow, 'id' | 'purpose' | 'hash'>[]> {
  return tx
    .selectFrom('upload')
    .select(['id', 'purpose', 'hash'])
    .where('forget_at', '<=', at)
    .where(sql<boolean>`id <> all (${except}::uuid[])`)
    .orderBy('forget_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .$castTo<Pick<UploadRow, 'id' | 'purpose' | 'hash'>>()
    .execute()
}

export async function deleteUploads(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('upload').where(sql<boolean>`id = any (${ids}::uuid[])`).execute()
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
