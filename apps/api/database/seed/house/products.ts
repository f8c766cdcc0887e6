import { menAccessories } from './products-accessories-men.ts'
import { womenAccessories } from './products-accessories-women.ts'
import { bucketBags, hoboBags } from './products-bags-bucket-hobo.ts'
import { clutchBags, crossbodyBags } from './products-bags-clutch-crossbody.ts'
import { menBags } from './products-bags-men.ts'
import { quiltedChainBags } from './products-bags-quilted-chain.ts'
import { topHandleBags } from './products-bags-top-handle.ts'
import { toteBags } from './products-bags-tote.ts'
import { travelBags } from './products-bags-travel.ts'
import { menReadyToWear } from './products-ready-to-wear-men.ts'
import { womenReadyToWear } from './products-ready-to-wear-women.ts'
import { menShoes } from './products-shoes-men.ts'
import { womenShoes } from './products-shoes-women.ts'
import { menSmallLeather } from './products-small-leather-men.ts'
import { womenSmallLeather } from './products-small-leather-women.ts'
import type { HouseProduct } from './types.ts'

/** The whole collection, in the order the house presents it. */
export const houseProducts: readonly HouseProduct[] = [
  ...topHandleBags,
  ...toteBags,
  ...quiltedChainBags,
  ...bucketBags,
  ...hoboBags,
  ...crossbodyBags,
  ...clutchBags,
  ...travelBags,
  ...womenSmallLeather,
  ...womenShoes,
  ...womenAccessories,
  ...womenReadyToWear,
  ...menBags,
  ...menSmallLeather,
  ...menShoes,
  ...menAccessories,
  ...menReadyToWear,
]

/** The product of this identifier. Throws when there is none. */
export function productNamed(identifier: string): HouseProduct {
  const product = houseProducts.find((candidate) => candidate.identifier === identifier)
  if (!product) throw new Error(`No product named ${identifier}`)
  return product
}
