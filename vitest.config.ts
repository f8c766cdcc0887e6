import { defineConfig } from 'vitest/config'

const startingTheShop = 'apps/api/proof/killed-*.test.ts'

/** `shop` is quick and runs while working; `scripts` and `journeys` start the whole shop. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'shop',
          include: ['{apps,packages}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', startingTheShop],
          globalSetup: ['apps/api/test/postgres.global.ts'],
          // A busy machine is no failure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', startingTheShop],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/shop.global.ts'],
          // One browser at a time: journeys beside each other only make each other slow.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
