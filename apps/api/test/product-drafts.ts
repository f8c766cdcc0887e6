import type { DraftVariant, ProductDraft } from '@solvane/contract/product-draft'
import type { SavedProduct, StaffProduct } from '@solvane/contract/products.admin'
import { type SignedUp, signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

/** A draft of a variant. */
export function draftVariant(variant: Partial<DraftVariant> = {}): DraftVariant {
  return {
    id: null,
    attributeValues: {},
    price: 100,
    salePrice: null,
    saleStartsAt: null,
    saleEndsAt: null,
    isEnabled: true,
    sku: null,
    gtin: null,
    weightGrams: null,
    hsCode: null,
    countryOfOrigin: null,
    composition: '',
    pictures: [],
    ...variant,
  }
}

/** A draft of a published product with one variant for $100. */
export function draftProduct(draft: Partial<ProductDraft> = {}): ProductDraft {
  return {
    identifier: `product-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Vesper Pouch',
    description: 'A pouch.',
    material: 'Felt',
    details: ['Zip'],
    measurements: '10 × 10 cm',
    dimensions: null,
    fitsInside: '',
    materialsAndCare: 'Brush.',
    sizeAndFit: null,
    sizeGuide: null,
    composition: '',
    countryOfOrigin: null,
    hsCode: null,
    weightGrams: null,
    taxClass: 'STANDARD',
    maker: null,
    responsiblePerson: null,
    seoTitle: '',
    seoDescription: '',
    status: 'PUBLISHED',
    publishedAt: new Date().toISOString(),
    withdrawsAt: null,
    isNew: false,
    categoryIds: [],
    relatedIds: [],
    pictures: [],
    options: [],
    variants: [draftVariant()],
    ...draft,
  }
}

/** The options and variants of a product that exists in these sizes. */
export const inSizes = (...values: string[]) => ({
  options: [{ name: 'Size', values }],
  variants: values.map((Size) => draftVariant({ attributeValues: { Size } })),
})

/** Removes the fields of the response to a save that are not the product's. */
function withoutOutcome<Known extends object>(product: Known): Known {
  const {
    warnings: _,
    removedVariants: _removed,
    ...rest
  } = product as Known & Partial<SavedProduct>
  return rest as unknown as Known
}

/** The current product as a draft. */
export function asDraft(product: StaffProduct): ProductDraft & { version: number } {
  const { id: _, updatedAt: _updatedAt, status, ...known } = product
  // The fields of the response to a save besides the product.
  const {
    warnings: _warnings,
    removedVariants: _removed,
    ...rest
  } = known as typeof known & Partial<SavedProduct>
  const bare = (pictures: StaffProduct['pictures']) =>
    pictures.map(({ src, alt }) => ({ src, alt }))
  return {
    ...rest,
    status: status === 'PUBLISHED' ? status : 'WITHDRAWN',
    pictures: bare(product.pictures),
    variants: product.variants.map(({ stock: _stock, pictures, ...variant }) => ({
      ...variant,
      pictures: bare(pictures),
    })),
  }
}

/** Adds a product with this stock of each variant. */
export async function addProduct(
  shop: TestShop,
  { headers }: Pick<SignedUp, 'headers'>,
  draft: Partial<ProductDraft> = {},
  stock = 0,
): Promise<StaffProduct> {
  const { data } = await shop.call('createProduct', { headers, body: draftProduct(draft) })
  if (stock === 0) return withoutOutcome<StaffProduct>(data)
  for (const { id } of data.variants) {
    const body = { change: { kind: 'counted', counted: stock }, reason: 'First count' }
    await shop.call('adjustStock', { headers, params: { id }, body })
  }
  const counted = await shop.call('getStaffProduct', { headers, params: { id: data.id } })
  return counted.data
}

export type ProductDesk = Awaited<ReturnType<typeof openProductDesk>>

/** The operations of a manager on products, and the views of shoppers afterwards. */
export async function openProductDesk(shop: TestShop) {
  const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const { headers } = staff
  return {
    staff,
    save: async (id: string, body: unknown) =>
      (await shop.call('updateProduct', { headers, params: { id }, body })).data,
    shown: async (id: string) => (await shop.call('getProduct', { params: { id } })).data,
  }
}
