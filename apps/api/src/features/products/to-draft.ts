import type { Picture } from '@solvane/contract/catalog'
import type { DraftPicture, ProductDraft } from '@solvane/contract/product-draft'
import { newProduct } from './apply-draft.ts'
import { type StoredProduct, statusOf, toStaffProduct } from './stored-product.ts'

function toDraftPictures(pictures: Picture[]): DraftPicture[] {
  return pictures.map(({ src, alt }) => ({ src, alt }))
}

/**
 * A product as staff would write it. Null: one of which nothing is known yet, withdrawn until someone says
 * that it is published. All of it may be changed.
 */
export function toDraft(product: StoredProduct | null, now: Date): ProductDraft {
  const {
    id: _,
    version: _version,
    updatedAt: _updatedAt,
    ...shown
  } = toStaffProduct(product ?? newProduct(now))
  return {
    ...shown,
    status: product && statusOf(product) === 'PUBLISHED' ? 'PUBLISHED' : 'WITHDRAWN',
    options: shown.options.map(({ name, values }) => ({ name, values: [...values] })),
    pictures: toDraftPictures(shown.pictures),
    variants: shown.variants.map(({ stock: _stock, ...variant }) => ({
      ...variant,
      pictures: toDraftPictures(variant.pictures),
    })),
  }
}
