import { afterEach, expect, it } from 'vitest'
import { openBalancedShops } from './balanced-shops.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it('cached answers reach shoppers through the balancer during a database outage', async () => {
  const { postgres, origin, ports, place, startShoppers, isReady } =
    await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port))
  for (const shop of shops) await shop.start()
  const isForEveryone = ({ path }: { path: string }) => !path.startsWith('/api/cart')
  const shoppers = await startShoppers(50, isForEveryone)
  await shoppers.more(200)
  // That many were sent: on a busy machine not all of them are answered, and in memory, by now.
  await shoppers.areKept(ports)

  await postgres.stop('immediate')
  await shoppers.more(500)
  for (const port of ports)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
  // The shop says when to try again; a balancer without processes would not.
  const rejected = await fetch(`${origin}/api/products?search=silk`)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5'])
  await postgres.start()
  for (const port of ports) await isReady(port)
  await shoppers.more(100)
  expect(await shoppers.stop('database away, answers for everyone')).toEqual({})
})
