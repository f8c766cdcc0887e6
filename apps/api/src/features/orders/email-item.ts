import type { AppContext } from '../../context.ts'
import type { EmailRow } from '../../platform/mail/email.ts'
import { publicPicture } from '../media/picture-addresses.ts'
import type { OrderLineRow } from './orders.queries.ts'

/** An item in an e-mail, without its price. */
export function itemRow(
  item: Pick<OrderLineRow, 'name' | 'attributes' | 'quantity' | 'picture'>,
  config: AppContext['config'],
): EmailRow {
  const { name, attributes, quantity } = item
  const picture = pictureOf(item, config)
  return {
    ...(picture && { picture }),
    label: quantity === 1 ? name : `${name} × ${quantity}`,
    note: Object.values(attributes).join(', '),
  }
}

/** The file of an item's picture for an e-mail: twice the 72 pixels it takes there. */
function pictureOf(
  { picture }: Pick<OrderLineRow, 'picture'>,
  config: AppContext['config'],
): string | undefined {
  // Drawings have no widths, and mail programs do not show them.
  const [, path] = /^(\/media\/.+)\.webp$/.exec(picture?.src ?? '') ?? []
  return path && publicPicture(config, `${path}-160.webp`)
}
