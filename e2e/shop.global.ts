import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { openShop } from './open-shop.ts'
import { prepareSmallPictures } from './small-pictures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URLs of the shops of this run, one for each worker. */
    shopUrls: string[]
  }
}

/**
 * Opens a shop for each worker: files that run at the same time do not see each other's edits of
 * the shop.
 */
export default async function openShops(project: TestProject) {
  // Unpack it here, not in each worker at the same time.
  await findBrowser()
  prepareSmallPictures()
  const workers = Array.from({ length: Number(project.config.maxWorkers) })
  const shops = await Promise.all(workers.map(() => openShop()))
  project.provide(
    'shopUrls',
    shops.map(({ url }) => url),
  )
  return async () => {
    await Promise.all(shops.map(({ close }) => close()))
  }
}
