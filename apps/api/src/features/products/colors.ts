import type { Swatch } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { insertColor, listColorRows } from './read-products.queries.ts'

/** The colour list, in its order. */
export function listColors({ db }: Pick<AppContext, 'db'>): Promise<Swatch[]> {
  return listColorRows(db.kysely)
}

/** Adds a colour to the list. Throws `COLOR_TAKEN`. */
export async function createColor({ db }: Pick<AppContext, 'db'>, color: Swatch): Promise<Swatch> {
  if (!(await insertColor(db.kysely, color))) throw new ShopError('COLOR_TAKEN')
  return color
}
