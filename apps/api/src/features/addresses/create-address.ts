import { type Address, type AddressInput, mostAddresses } from '@solvane/contract/addresses'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toAddress, toAddressText } from './address-shape.ts'
import { countAddresses, insertAddress, lockAddresses, setDefault } from './addresses.queries.ts'

/** Adds an address and gives it; the first becomes the default one. Raises `TOO_MANY_ADDRESSES`. */
export async function createAddress(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  input: AddressInput,
): Promise<Address> {
  const text = toAddressText(input)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAddresses(tx, userId)
    const count = await countAddresses(tx, userId)
    if (count >= mostAddresses) throw new ShopError('TOO_MANY_ADDRESSES')
    const id = await insertAddress(tx, userId, text, ctx.clock.now())
    const isDefault = count === 0 || input.isDefault === true
    if (isDefault) await setDefault(tx, userId, id)
    return toAddress({ id, ...text, is_default: isDefault })
  })
}
