import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const onDebianPackages = 'apps/api/test/cluster/*.test.ts'
const startingPrograms = [
  'apps/api/test/crash/*.test.ts',
  'packages/embedded-postgres/**/*.test.ts',
]

/** Files that take long, the longest of each project first. */
const longest = [
  'apps/api/test/isolation/isolation.test.ts',
  'apps/api/test/any-input.test.ts',
  'apps/api/test/backup/embedded-backup.test.ts',
  'apps/api/test/third-party-outages.test.ts',
  'scripts/start.test.ts',
  'apps/api/test/crash/killed-shop.test.ts',
  'scripts/release.test.ts',
  'apps/api/test/crash/killed-chat.test.ts',
  'e2e/back-office-habits.test.ts',
  'e2e/back-office-products.test.ts',
  'e2e/waiting-list.test.ts',
  'e2e/hostile-texts.test.ts',
  'e2e/payments.test.ts',
  'e2e/account.test.ts',
].map((path) => {
  const file = join(import.meta.dirname, path)
  if (!existsSync(file)) throw new Error(`There is no ${path}.`)
  return file
})

/** Begins with what takes longest, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(moduleId)
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/**
 * `shop` is quick and runs while working; `scripts` and `e2e` start whole programs; `cluster` needs
 * Debian packages.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'shop',
          include: ['{apps,packages}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...startingPrograms, onDebianPackages],
          globalSetup: ['apps/api/test/postgres.global.ts'],
          // Files share a process and its loaded modules: loading the server again for each costs
          // as much as the tests. Each file closes what it opens.
          isolate: false,
          // A third of the time they wait, for PostgreSQL or for what comes later.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          // Tests must not fail because the machine is busy.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', ...startingPrograms],
          exclude: ['**/node_modules/**', 'scripts/recipes.test.ts'],
          // Beside all others.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Minutes long: `npm run test:recipes`.
        test: { name: 'recipes', include: ['scripts/recipes.test.ts'], maxWorkers: 1 },
      },
      {
        test: {
          name: 'cluster',
          include: [onDebianPackages],
          // Each starts several servers and measures what happens under load.
          maxWorkers: 1,
          testTimeout: 480_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/shop.global.ts'],
          isolate: false,
          // A test mostly waits for its page, so four share two cores well.
          maxWorkers: 4,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          // On a busy machine a press may come before the page is ready for it. Only waits that ended
          // are tried again, and `npm test` lists them.
          retry: { count: 1, condition: /Timeout|(succeed|resolve) in time/ },
        },
      },
    ],
  },
})
