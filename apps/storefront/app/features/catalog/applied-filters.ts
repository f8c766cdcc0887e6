import { type ListingQuery, listFilters } from './listing-query.ts'

/** An applied filter: its text, and the query without it. */
interface AppliedFilter {
  label: string
  without: ListingQuery
}

/** The applied filters one by one. `labelOf` names a value; `money` formats dollars. */
export function appliedFilters(
  query: ListingQuery,
  money: (amount: number) => string,
): AppliedFilter[] {
  const applied: AppliedFilter[] = []
  for (const name of listFilters) {
    for (const value of query[name]) {
      const label = name === 'sizes' ? `Size ${value}` : value
      applied.push({
        label,
        without: { ...query, [name]: query[name].filter((other) => other !== value) },
      })
    }
  }
  const { priceMin, priceMax } = query
  if (priceMin !== null || priceMax !== null) {
    const label =
      priceMin === null
        ? `Up to ${money(priceMax ?? 0)}`
        : priceMax === null
          ? `From ${money(priceMin)}`
          : `${money(priceMin)} – ${money(priceMax)}`
    applied.push({ label, without: { ...query, priceMin: null, priceMax: null } })
  }
  if (query.inStock) applied.push({ label: 'In stock', without: { ...query, inStock: false } })
  if (query.onSale) applied.push({ label: 'On sale', without: { ...query, onSale: false } })
  return applied
}
