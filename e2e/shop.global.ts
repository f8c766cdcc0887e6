import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { openShop } from './open-shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shops of this run of the journeys are open, one for each worker. */
    shopUrls: string[]
  }
}

/**
 * Opens a shop for each worker: what a journey edits of the house, no journey beside it sees.
 */
export default async function openShopsForJourneys(project: TestProject) {
  // Unpacked here at its first use: not by each worker at the same time.
  await findBrowser()
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
