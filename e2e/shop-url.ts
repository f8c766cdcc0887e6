import { inject } from 'vitest'

/** The URL of this worker's shop, without a trailing slash. */
export function shopUrl(): string {
  const url = inject('shopUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no shop.`)
  return url
}
