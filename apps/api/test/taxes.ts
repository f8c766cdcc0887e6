import type { TestShop } from './test-shop.ts'

/** The rule of a country whose prices contain 20% tax, delivery as well. */
export const taxRule = {
  country: 'FR',
  validFrom: '2020-01-01',
  source: 'Code général des impôts, article 278',
  mode: 'INCLUDED',
  standardRate: 20,
  reducedRate: 5.5,
  deliveryClass: 'STANDARD',
  duties: null,
}

/** Adds a rule as staff. */
export async function addTaxRule(
  shop: TestShop,
  { headers }: { headers: Record<string, string> },
  rule: Record<string, unknown> = {},
): Promise<void> {
  await shop.call('addTaxRule', { headers, body: { ...taxRule, ...rule } })
}
