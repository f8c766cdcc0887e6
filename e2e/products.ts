import { callApi, signInAsStaff } from './ordering.ts'

export interface StaffProduct {
  id: string
  identifier: string
  version: string
  variants: { id: string }[]
}

/** A variant of a product that is not saved yet. */
export const variant = (attributeValues: Record<string, string>, price = 480) => ({
  id: null,
  attributeValues,
  price,
  salePrice: null,
  saleStartsAt: null,
  saleEndsAt: null,
  isEnabled: true,
  pictures: [],
})

/** The names of the first two colors that a product may have. */
export async function twoColors(): Promise<string[]> {
  const colors = await callApi<{ name: string }[]>(await signInAsStaff(), 'GET /admin/colors')
  return colors.slice(0, 2).map(({ name }) => name)
}

/** Adds a published product over the API: in two colors, nine of each in stock. */
export async function addProduct(draft: object = {}): Promise<StaffProduct> {
  const token = await signInAsStaff()
  const names = await twoColors()
  const product = await callApi<StaffProduct>(token, 'POST /admin/products', {
    identifier: `e2e-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Marisol Pouch',
    description: 'A pouch for a test.',
    material: 'Felt',
    details: [],
    measurements: '',
    materialsAndCare: '',
    sizeAndFit: null,
    sizeGuide: null,
    status: 'PUBLISHED',
    publishedAt: new Date().toISOString(),
    isNew: false,
    categoryIds: [],
    relatedIds: [],
    pictures: [],
    options: [{ name: 'Color', values: names }],
    variants: names.map((Color) => variant({ Color })),
    ...draft,
  })
  for (const { id } of product.variants)
    await callApi(token, `POST /admin/variants/${id}/stock`, {
      change: { kind: 'counted', counted: 9 },
      reason: 'First count',
    })
  return product
}
