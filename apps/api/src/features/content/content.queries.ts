import type { Picture } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** The stored document under `key`, or undefined. The caller checks its shape. */
export async function findContent(db: Database, key: string): Promise<unknown> {
  const [row] = await db.prepared<{ value: unknown }>(
    'content_by_key',
    'select value from content where key = $1',
    [key],
  )
  return row?.value
}

/** The slugs of every information page. */
export async function listPageSlugs(db: Database): Promise<string[]> {
  const rows = await db.prepared<{ slug: string }>(
    'page_slugs',
    `select substr(key, 6) as slug from content where key like 'page:%' order by key`,
    [],
  )
  return rows.map(({ slug }) => slug)
}

/** A document of the content table; `version` changes with its content. */
export interface ContentRow {
  value: unknown
  version: string
}

export async function findContentRow(db: Queryable, key: string): Promise<ContentRow | undefined> {
  const { rows } = await sql<ContentRow>`
    select value, md5(value::text) as version from content where key = ${key}`.execute(db)
  return rows[0]
}

/** Adds a document, unless its key exists. */
export async function addContent(db: Queryable, key: string, value: unknown): Promise<void> {
  await db
    .insertInto('content')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks a document until the transaction ends. */
export async function lockContent(tx: Queryable, key: string): Promise<void> {
  await sql`select from content where key = ${key} for update`.execute(tx)
}

export async function writeContent(tx: Queryable, key: string, value: unknown): Promise<void> {
  await tx
    .updateTable('content')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', key)
    .execute()
}

/** Whether the database knows a time zone of this name. */
export async function knowsTimeZone(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (
      select from pg_timezone_names where lower(name) = lower(${name})
    ) as is_known`.execute(db)
  return rows[0]?.is_known ?? false
}

/** Every information page, by its title. */
export async function listPageTitles(db: Queryable): Promise<{ slug: string; title: string }[]> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select substr(key, 6) as slug, value ->> 'title' as title from content
    where key like 'page:%' order by title, key`.execute(db)
  return rows
}

/** The sections of the size guide that products use. */
export async function listSizeGuidesInUse(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ section: string }>`
    select distinct size_guide as section from product
    where size_guide is not null and deleted_at is null`.execute(db)
  return rows.map(({ section }) => section)
}

/** The identifiers among these that belong to a category. */
export async function listKnownCategories(
  db: Queryable,
  identifiers: string[],
): Promise<ReadonlySet<string>> {
  if (identifiers.length === 0) return new Set()
  const { rows } = await sql<{ identifier: string }>`
    select identifier from category where identifier = any (${identifiers})`.execute(db)
  return new Set(rows.map(({ identifier }) => identifier))
}

/** The most products that are searched for pictures. */
const mostProducts = 200

/**
 * Pictures that the shop's pages and categories show, and those of the newest products whose name
 * contains `text`, without duplicates. `total` counts all of them.
 */
export async function listShownPictures(
  db: Queryable,
  { text, limit, offset }: { text: string; limit: number; offset: number },
): Promise<{ pictures: Picture[]; total: number }> {
  const { rows } = await sql<{ pictures: Picture[]; total: number }>`
    with found as (
      select jsonb_path_query(value, 'strict $.** ? (exists (@.src) && exists (@.width))') as picture,
        0 as place, '' as name
      from content
      union all
      select picture, 1, name from category where picture is not null
      union all
      select shown.picture, 2, newest.name
      from (
        select name, pictures from product
        where deleted_at is null and strpos(lower(name), lower(${text})) > 0
        order by published_at desc, id desc limit ${mostProducts}
      ) newest, jsonb_array_elements(newest.pictures) as shown (picture)
    ), once as (
      select distinct on (picture ->> 'src') picture, place from found
      where strpos(lower(name || ' ' || (picture ->> 'alt')), lower(${text})) > 0
      order by picture ->> 'src', place
    )
    select
      coalesce((select jsonb_agg(picture) from (
        select picture from once order by place, picture ->> 'alt', picture ->> 'src'
        limit ${limit} offset ${offset}) shown), '[]') as pictures,
      (select count(*) from once) as total`.execute(db)
  return rows[0] ?? { pictures: [], total: 0 }
}
