/** A product `l` with its price `p` as a `CardRow`, at the instant `at` (an SQL expression). */
export const cardColumns = (at: string) => `
  l.product_id as id, l.identifier, l.name, l.material, l.colors, l.cover, l.hover_cover,
  l.new_until > ${at} as is_new,
  p.price_cents, p.list_price_cents, p.has_range, p.variant_id, p.is_available`

/** Joins the price `p` of the product `l` at an instant. */
export const joinPrice = (at: string) => `
  join product_price p on p.product_id = l.product_id and p.from_at <= ${at} and p.until_at > ${at}`

/** How the product `l` looks in the first of `colors` that it has, available if possible: a `VariantLook`. */
export const shownAs = (colors: string) => `(
  select json_build_object('pictures', v.pictures, 'color', v.attributes ->> 'Color')
  from variant v
  where v.product_id = l.product_id and v.deleted_at is null and v.is_enabled
    and v.attributes ->> 'Color' = any (${colors})
  order by v.stock > 0 desc, v.position limit 1)`
