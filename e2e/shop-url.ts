import { inject } from 'vitest'

/** Where the shop of this worker is open, without a slash at the end. */
export function shopUrl(): string {
  const url = inject('shopUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no shop.`)
  return url
}
