import type { Swatch } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { refreshListing } from '../listings/refresh-listing.ts'
import { recordProducts } from '../staff/audit-trail.ts'
import {
  lockColor,
  lockProducts,
  productsInColor,
  readProducts,
  renameFormerColor,
  writeColor,
} from './read-products.queries.ts'
import { writingProducts } from './save-product.ts'
import { colorOption, type StoredProduct } from './stored-product.ts'
import { writeProducts } from './write-products.ts'

/**
 * Changes a colour of the list and, with a new name, every product that comes in it, in one
 * transaction; orders keep the name they were placed with. Throws `COLOR_NOT_FOUND`, `STALE_EDIT` if
 * its swatch was changed since `version`, `COLOR_TAKEN`.
 */
export function updateColor(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  former: string,
  { version, ...color }: Swatch & { version: string },
): Promise<Swatch> {
  const at = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const before = await lockColor(tx, former)
    if (!before) throw new ShopError('COLOR_NOT_FOUND')
    if (before.version !== version) throw new ShopError('STALE_EDIT', { version: before.version })
    const ids = await productsInColor(tx, former)
    await lockProducts(tx, ids)
    if (!(await writeColor(tx, former, color))) throw new ShopError('COLOR_TAKEN')
    if (color.name !== former) {
      await renameFormerColor(tx, former, color.name)
      const products = await readProducts(tx, ids)
      const changes = products.map((product) => ({
        before: product,
        after: withColor(product, former, color.name),
      }))
      await recordProducts(tx, { call: 'updateColor', target: former, ids }, () =>
        writeProducts(tx, changes, at),
      )
    }
    await refreshListing(tx, ids, at)
    return color
  })
}

function withColor(product: StoredProduct, former: string, name: string): StoredProduct {
  const renamed = (value: string) => (value === former ? name : value)
  return {
    ...product,
    options: product.options.map((option) =>
      option.name === colorOption ? { ...option, values: option.values.map(renamed) } : option,
    ),
    variants: product.variants.map((variant) => {
      const color = variant.attributes[colorOption]
      if (color === undefined) return variant
      return { ...variant, attributes: { ...variant.attributes, [colorOption]: renamed(color) } }
    }),
  }
}
