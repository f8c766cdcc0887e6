import sharp from 'sharp'
import { makeBuyer, order } from '../buyers.ts'
import { stockVariants } from '../product-factory.ts'
import { sendPictures } from '../send-files.ts'
import { signUp } from '../sign-up.ts'
import type { TestShop } from '../test-shop.ts'

/** Gives a demo shop what a backup must bring back: orders, pictures of both kinds, a setting. */
export async function fillShop(shop: TestShop): Promise<void> {
  const owner = await signUp(shop, { role: 'ADMIN' })
  const buyer = await makeBuyer(shop)
  const variants = await stockVariants(shop, 3, 10)
  await order(shop, buyer, variants)
  await order(shop, buyer, [variants[0]], { quantity: 2, remark: 'Ring twice — “Ünïcode”\n' })
  const picture = (background: string) =>
    sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .png()
      .toBuffer()
  await sendPictures(shop, owner.headers, [await picture('#8c6a3b'), await picture('#102030')])
  await sendPictures(shop, buyer.headers, [await picture('#a0b0c0')], 'CHAT')
  const { version, document } = (await shop.call('getDeliveryDraft', { headers: owner.headers }))
    .data
  const body = { version, document: { ...document, cutOff: '17:29' } }
  await shop.call('saveDelivery', { headers: owner.headers, body })
}
