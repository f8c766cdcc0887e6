import type { AuditSubjectKind } from '@solvane/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The state of a subject of staff's actions. */
export interface Snapshot {
  id: string
  label: string
  version: number | null
  /** The person whose data it contains. */
  user_id: string | null
  state: Record<string, unknown>
}

const dollarsOf = (column: string) => sql`round(${sql.ref(column)} / 100.0, 2)`

const products = (ids: string[]) => sql`
  select p.id, p.name as label, p.version, null::uuid as user_id, jsonb_build_object(
    'identifier', p.identifier, 'name', p.name, 'description', p.description, 'material', p.material,
    'details', p.details, 'measurements', p.measurements, 'dimensions', p.dimensions, 'fitsInside', p.fits_inside, 'materialsAndCare', p.materials_and_care,
    'sizeAndFit', p.size_and_fit, 'sizeGuide', p.size_guide, 'composition', p.composition, 'countryOfOrigin', p.country_of_origin,
    'hsCode', p.hs_code, 'weightGrams', p.weight_grams, 'taxClass', p.tax_class, 'maker', p.maker, 'responsiblePerson', p.responsible_person,
    'seoTitle', p.seo_title, 'seoDescription', p.seo_description, 'publishedAt', p.published_at,
    'withdrawsAt', p.withdraws_at,
    'isNew', p.is_new_flag,
    'status', case when p.deleted_at is null then 'PUBLISHED' when p.is_withdrawn then 'WITHDRAWN' else 'DELETED' end,
    'pictures', jsonb_path_query_array(p.pictures, '$[*].src'),
    '360° views', (select jsonb_object_agg(coalesce(nullif(t.color, ''), 'Default'), concat(jsonb_array_length(t.frames), ' pictures, the first ', t.frames #>> '{0,src}',
        case when t.opening <> '[]' then concat(', ', jsonb_array_length(t.opening), ' that open it') end))
      from product_turn t where t.product_id = p.id),
    'options', (select jsonb_object_agg(o.name, o.values) from product_option o where o.product_id = p.id),
    'categories', (select jsonb_agg(c.name order by c.name, c.id)
      from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id),
    'related', (select jsonb_agg(r.name order by pr.position)
      from product_relation pr join product r on r.id = pr.related_id where pr.product_id = p.id),
    'variants', (select jsonb_object_agg(coalesce(named.name, 'Default'), jsonb_build_object(
        'price', ${dollarsOf('v.price_cents')}, 'salePrice', ${dollarsOf('v.sale_price_cents')},
        'saleStartsAt', v.sale_starts_at, 'saleEndsAt', v.sale_ends_at, 'isEnabled', v.is_enabled,
        'sku', v.sku, 'gtin', v.gtin, 'weightGrams', v.weight_grams, 'hsCode', v.hs_code,
        'countryOfOrigin', v.country_of_origin, 'composition', v.composition,
        'pictures', jsonb_path_query_array(v.pictures, '$[*].src'), 'stock', v.stock))
      from variant v
      cross join lateral (select string_agg(v.attributes ->> o.name, ' / ' order by o.position) as name
        from product_option o where o.product_id = p.id) named
      where v.product_id = p.id and v.deleted_at is null)
  ) as state
  from product p where p.id = any (${ids}::uuid[])`

const users = (ids: string[]) => sql`
  select id, coalesce(nick_name, email, 'Closed account') as label, null::integer as version, id as user_id,
    jsonb_build_object('isBlocked', blocked_at is not null, 'blockedReason', blocked_reason,
      'areOrderLimitsLifted', order_limits_lifted_at is not null,
      'isClosed', deleted_at is not null, 'staffRole', staff_role) as state
  from users where id = any (${ids}::uuid[])`

/** How each kind is read, without passwords and link tokens. */
const sources: Record<AuditSubjectKind, (ids: string[]) => RawBuilder<unknown>> = {
  PRODUCT: products,
  CUSTOMER: users,
  STAFF: users,
  CATEGORY: (ids) => sql`
    select c.id, c.name as label, null::integer as version, null::uuid as user_id, jsonb_build_object(
      'name', c.name, 'identifier', c.identifier, 'slug', c.slug, 'description', c.description,
      'picture', c.picture -> 'src', 'parent', p.name, 'position', c.position,
      'selection', (select jsonb_agg(placed.name order by cp.position)
        from category_position cp join product placed on placed.id = cp.product_id where cp.category_id = c.id)) as state
    from category c left join category p on p.id = c.parent_id where c.id = any (${ids}::uuid[])`,
  COUPON: (ids) => sql`
    select id, code as label, version, null::uuid as user_id, jsonb_build_object(
      'code', code, 'name', name, 'discountType', discount_type,
      'discountValue', case when discount_type = 'PERCENTAGE' then discount_value else ${dollarsOf('discount_value')} end,
      'minimumAmount', ${dollarsOf('minimum_cents')}, 'validFrom', starts_at, 'validUntil', valid_until,
      'totalLimit', total_limit, 'customerLimit', customer_limit, 'isListed', is_listed, 'isEnabled', is_enabled) as state
    from coupon where id = any (${ids}::uuid[])`,
  ORDER: (ids) => sql`
    select o.id, 'SV' || o.number as label, o.version, o.user_id, jsonb_build_object(
      'status', o.status, 'email', o.email, 'fullName', o.shipping_full_name,
      'phoneNumber', o.shipping_phone_number, 'streetAddress', o.shipping_street_address,
      'addressLine2', o.shipping_address_line2, 'city', o.shipping_city, 'state', o.shipping_state,
      'postalCode', o.shipping_postal_code, 'country', o.shipping_country, 'carrier', o.tracking_carrier,
      'trackingNumber', o.tracking_number, 'trackingUrl', o.tracking_url,
      'paid', (select ${dollarsOf('sum')} from (select coalesce(sum(captured_cents), 0) as sum from payment where order_id = o.id) as money),
      'refunded', (select ${dollarsOf('sum')} from (select coalesce(sum(refunded_cents), 0) as sum from payment where order_id = o.id) as money),
      'notes', (select count(*) from order_note where order_id = o.id)) as state
    from orders o where o.id = any (${ids}::uuid[])`,
  RETURN: (ids) => sql`
    select r.id, 'RE' || r.number as label, null::integer as version, o.user_id, jsonb_build_object(
      'status', r.status, 'answer', r.answer, 'carrier', r.tracking_carrier, 'trackingNumber', r.tracking_number,
      'feePercent', round(r.fee_bp / 100.0, 2), 'refunded', ${dollarsOf('r.refunded_cents')},
      'conditions', (select jsonb_object_agg(l.name || coalesce(' / ' || (
          select string_agg(value, ' / ' order by key) from jsonb_each_text(l.attributes)), ''), t.condition)
        from return_line t join order_line l on l.order_id = r.order_id and l.variant_id = t.variant_id
        where t.return_id = r.id)) as state
    from return_request r join orders o on o.id = r.order_id where r.id = any (${ids}::uuid[])`,
  CONTENT: (ids) => sql`
    select key as id, case key when 'home' then 'Home page' when 'settings' then 'Settings' when 'delivery' then 'Delivery'
       
        when 'recommendations' then 'Featured products' when 'faq' then 'FAQ' when 'availability' then 'Availability'
        else coalesce(value ->> 'title', key) end as label,
      null::integer as version, null::uuid as user_id, value as state
    from content where key = any (${ids}::text[])`,
  SYNONYM: (ids) => sql`
    select term as id, term as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('term', term, 'synonyms', synonyms) as state
    from search_synonym where term = any (${ids}::text[])`,
  SEARCH_TERM: (ids) => sql`
    select term as id, term as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('isDismissed', exists (select from no_result_dismissal d where d.term = t.term)) as state
    from unnest(${ids}::text[]) as t (term)`,
  COLOR: (ids) => sql`
    select name as id, name as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('name', name, 'hex', hex) as state
    from color where name = any (${ids}::text[])`,
  CANNED_REPLY: (ids) => sql`
    select id, title as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('title', title, 'content', content) as state
    from chat_canned_reply where id = any (${ids}::uuid[])`,
  OFFICE_HOURS: () => sql`
    select 'hours' as id, 'Office hours' as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('timeZone', time_zone, 'week', week, 'closedOn', closed_on) as state
    from chat_office_hours`,
  PRICE_RULES: () => sql`
    select 'rules' as id, 'Price rules' as label, null::integer as version, null::uuid as user_id,
      coalesce(jsonb_object_agg(country, concat_ws(', ', days || ' days', source, valid_from,
        case when is_applied then 'applied' end)), '{}') as state
    from price_rule`,
  CONVERSATION: (ids) => sql`
    select r.id, 'Conversation' as label, null::integer as version, r.user_id,
      jsonb_build_object('state', r.state, 'assignedTo', u.nick_name) as state
    from chat_room r left join users u on u.id = r.assigned_to where r.id = any (${ids}::text[])`,
  EMAIL: (ids) => sql`
    select id, subject as label, null::integer as version, null::uuid as user_id,
      jsonb_build_object('sentAt', sent_at) as state
    from mail where id = any (${ids}::uuid[])`,
}

/** The current state of some subjects of one kind, without those that do not exist. */
export async function readSnapshots(
  db: Queryable,
  kind: AuditSubjectKind,
  ids: string[],
): Promise<Map<string, Snapshot>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Snapshot>`${sources[kind](ids)}`.execute(db)
  return new Map(rows.map((row) => [String(row.id), row]))
}

/** The products of variants, under which stock is recorded. */
export async function productsOfVariants(db: Queryable, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('variant')
    .select('product_id')
    .distinct()
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return rows.map(({ product_id }) => product_id)
}

export interface SubjectRow {
  entry_id: string
  kind: AuditSubjectKind
  subject_id: string
  label: string
  changes: Record<string, { before: unknown; after: unknown }> | null
  version: number | null
  user_id: string | null
}

export async function insertSubjects(db: Queryable, rows: SubjectRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('audit_subject')
    .values(rows.map((row) => ({ ...row, changes: row.changes && JSON.stringify(row.changes) })))
    .execute()
}

/** The subjects of entries; of very many the first. */
export async function listSubjects(
  db: Queryable,
  entryIds: string[],
  { text, most }: { text: string | undefined; most: number },
): Promise<(SubjectRow & { total: number })[]> {
  const { rows } = await sql<SubjectRow & { total: number }>`
    select entry_id, kind, subject_id, label, changes, version, user_id, total from (
      select *, count(*) over (partition by entry_id) as total, row_number() over (
        partition by entry_id order by (position(lower(${text ?? ''}) in lower(label)) > 0) desc, id) as place
      from audit_subject where entry_id = any (${entryIds}::bigint[])) as ranked
    where place <= ${most} order by entry_id, place`.execute(db)
  return rows
}

/**
 * The author of a subject's last change, besides one entry, and the fields changed since a version
 * of it.
 */
export async function findLastChange(
  db: Queryable,
  { id, entryId }: { id: string; entryId: string },
): Promise<{ at: Date; actor_id: string; nick_name: string | null } | undefined> {
  return (
    db
      .selectFrom('audit_entry as a')
      .innerJoin('users as u', 'u.id', 'a.actor_id')
      .select(['a.at', 'a.actor_id', 'u.nick_name'])
      .where((where) =>
        where.or([
          where('a.target', '=', id),
          where(
            'a.id',
            'in',
            where.selectFrom('audit_subject').select('entry_id').where('subject_id', '=', id),
          ),
        ]),
      )
      // An unfinished entry's change may have been written already.
      .where(sql<boolean>`(a.outcome = 'DONE' or a.outcome is null)`)
      .where('a.id', '<', entryId)
      .orderBy('a.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Versions of a subject after `version`, with the fields that each has changed. */
export function listChangesSince(
  db: Queryable,
  id: string,
  version: number,
): Promise<{ version: number | null; fields: string[] | null }[]> {
  return db
    .selectFrom('audit_subject')
    .select([
      'version',
      sql<string[] | null>`array(select jsonb_object_keys(changes))`.as('fields'),
    ])
    .where('subject_id', '=', id)
    .where('version', '>', version)
    .where('changes', 'is not', null)
    .execute()
}

/** Removes the changed values of these subjects from the log: authors, actions and times stay. */
export async function forgetSubjects(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    update audit_entry set input = '{}'
    where target = any (${ids}::text[])
      or id in (select entry_id from audit_subject where subject_id = any (${ids}::text[]))`.execute(
    tx,
  )
  await sql`update audit_subject set changes = null where subject_id = any (${ids}::text[])`.execute(
    tx,
  )
}

/**
 * Removes a person's data from the log of actions on them: who did what and when stays, the values
 * are deleted.
 */
export async function forgetPerson(tx: Queryable, userId: string): Promise<void> {
  await sql`
    update audit_entry set input = '{}'
    where target = ${userId} or id in (select entry_id from audit_subject where user_id = ${userId})
      or target in (select id::text from orders where user_id = ${userId})
      or (call = 'makeSelectionForCaller' and lower(input -> 'body' ->> 'email') = (
        select lower(email) from users where id = ${userId} and email_verified_at is not null))
      or (call = 'sendAdviserSelection' and target in (select id from chat_room where user_id = ${userId}))
      or (call = 'adjustStock' and input -> 'body' ->> 'orderId' in (select id::text from orders where user_id = ${userId}))`.execute(
    tx,
  )
  await sql`
    update audit_subject set changes = null,
      label = case when kind in ('CUSTOMER', 'STAFF') then 'Closed account' else label end
    where user_id = ${userId}`.execute(tx)
}
