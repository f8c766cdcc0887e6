import type { Picture } from '@solvane/contract/catalog'

/** Stands where a product has no picture (spec section 2). */
export const placeholderPicture: Picture = {
  src: '/media/placeholders/piece.svg',
  alt: 'A picture of this piece is being made',
  width: 1200,
  height: 1500,
  color: '#f5f2ec',
}
