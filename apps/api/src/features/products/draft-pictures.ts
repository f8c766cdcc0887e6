import type { Picture } from '@solvane/contract/catalog'
import type { ProductDraft } from '@solvane/contract/product-draft'
import type { AppContext } from '../../context.ts'
import { describePicture } from '../media/describe-picture.ts'
import type { KnownPictures } from './apply-draft.ts'
import type { DraftProblem } from './draft-problems.ts'
import type { StoredProduct } from './stored-product.ts'

/** What is known of the pictures of products as they are. */
export function picturesOf(products: readonly StoredProduct[]): Map<string, Omit<Picture, 'alt'>> {
  const pictures = products.flatMap((product) => [
    ...product.pictures,
    ...product.variants.flatMap((variant) => variant.pictures),
  ])
  return new Map(pictures.map(({ alt: _, ...picture }) => [picture.src, picture]))
}

/** Adds to `known` what the shop serves under these addresses; what it does not serve stays unknown. */
export async function lookUpPictures(
  ctx: Pick<AppContext, 'storage'>,
  known: KnownPictures,
  addresses: Iterable<string>,
): Promise<KnownPictures> {
  const all = new Map(known)
  for (const src of new Set(addresses)) {
    const found = all.has(src) ? undefined : await describePicture(ctx, src)
    if (found) all.set(src, found)
  }
  return all
}

/** Every address of a picture in a draft, with the field it stands in. */
export function addressesIn({ pictures, variants }: Pick<ProductDraft, 'pictures' | 'variants'>) {
  const own = pictures.map(({ src }, at) => ({ src, field: `pictures.${at}.src` }))
  const ofVariants = variants.flatMap((variant, at) =>
    variant.pictures.map(({ src }, place) => ({
      src,
      field: `variants.${at}.pictures.${place}.src`,
    })),
  )
  return [...own, ...ofVariants]
}

/** A problem for each picture of a draft that is not known. */
export function unknownPictures(
  draft: Pick<ProductDraft, 'pictures' | 'variants'>,
  known: KnownPictures,
): DraftProblem[] {
  return addressesIn(draft)
    .filter(({ src }) => !known.has(src))
    .map(({ field }) => ({
      field,
      message: 'This picture no longer exists: please upload it again',
    }))
}
