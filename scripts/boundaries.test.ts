import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import rules from '../.dependency-cruiser.cjs'
import { repositoryFolder } from './repository.mjs'

interface Violation {
  from: string
  to: string
  rule: { name: string }
}

const api = 'apps/api/src'
const shop = 'apps/storefront/app'
const office = 'apps/admin/src'

/** One violation of each rule: the violating file and its import. */
const BREAKS: { rule: string; from: string; imports: string; to: string; asType?: boolean }[] = [
  {
    rule: 'no-cycles',
    from: `${api}/features/cart/one.ts`,
    imports: './other.ts',
    to: `${api}/features/cart/other.ts`,
  },
  {
    rule: 'contract-imports-nothing-of-ours',
    from: 'packages/contract/src/endpoints.ts',
    imports: '../../../apps/api/src/clock.ts',
    to: `${api}/clock.ts`,
  },
  {
    rule: 'ui-imports-nothing-of-ours',
    from: 'packages/ui/src/button.tsx',
    imports: '@solvane/contract/money',
    to: 'packages/contract/src/money.ts',
  },
  {
    rule: 'client-imports-the-contract-only',
    from: 'packages/client/src/api.ts',
    imports: '../../../apps/storefront/app/clock.ts',
    to: `${shop}/clock.ts`,
  },
  {
    rule: 'simulators-import-nothing-of-ours',
    from: 'packages/payment-simulators/src/courier.ts',
    imports: '@solvane/contract/paths',
    to: 'packages/contract/src/paths.ts',
  },
  {
    rule: 'embedded-postgres-imports-nothing-of-ours',
    from: 'packages/embedded-postgres/src/start.ts',
    imports: '@solvane/contract/paths',
    to: 'packages/contract/src/paths.ts',
  },
  {
    rule: 'production-loads-no-demo-part',
    from: `${api}/main.ts`,
    imports: '../../../packages/embedded-postgres/src/run.ts',
    to: 'packages/embedded-postgres/src/run.ts',
  },
  {
    rule: 'production-loads-no-demo-part',
    from: `${api}/features/payments/open-providers.ts`,
    imports: './test-payments.ts',
    to: `${api}/features/payments/test-payments.ts`,
  },
  {
    rule: 'production-loads-no-demo-part',
    from: `${api}/open-shop.ts`,
    imports: '../database/seed/seed-demo.ts',
    to: 'apps/api/database/seed/seed-demo.ts',
  },
  {
    rule: 'apps-never-import-apps',
    from: `${shop}/page.tsx`,
    imports: '../../api/src/clock.ts',
    to: `${api}/clock.ts`,
  },
  {
    rule: 'platform-knows-no-feature',
    from: `${api}/platform/http/server.ts`,
    imports: '../../features/cart/add-item.ts',
    to: `${api}/features/cart/add-item.ts`,
    asType: true,
  },
  {
    rule: 'features-keep-their-queries-routes-sockets-and-jobs',
    from: `${api}/features/orders/place-order.ts`,
    imports: '../cart/cart.queries.ts',
    to: `${api}/features/cart/cart.queries.ts`,
  },
  {
    rule: 'features-keep-their-queries-routes-sockets-and-jobs',
    from: `${api}/features/orders/pay-order.ts`,
    imports: '../payments/stripe/session.ts',
    to: `${api}/features/payments/stripe/session.ts`,
  },
  {
    rule: 'sql-only-in-queries',
    from: `${api}/features/cart/read-cart.ts`,
    imports: 'kysely',
    to: 'node_modules/kysely/dist/index.js',
  },
  {
    rule: 'storefront-features-meet-only-in-routes',
    from: `${shop}/features/cart/badge.tsx`,
    imports: '../search/overlay.tsx',
    to: `${shop}/features/search/overlay.tsx`,
  },
  {
    rule: 'storefront-lib-knows-no-feature',
    from: `${shop}/lib/seo.ts`,
    imports: '../features/search/overlay.tsx',
    to: `${shop}/features/search/overlay.tsx`,
  },
  {
    rule: 'back-office-features-meet-only-in-the-app',
    from: `${office}/features/outbox/list.tsx`,
    imports: '../staff/role.tsx',
    to: `${office}/features/staff/role.tsx`,
  },
  {
    rule: 'back-office-frame-knows-no-feature',
    from: `${office}/layout/frame.tsx`,
    imports: '../features/staff/role.tsx',
    to: `${office}/features/staff/role.tsx`,
  },
  {
    rule: 'tools-are-not-imported',
    from: `${api}/features/cart/weigh.ts`,
    imports: '../../../../../tools/scales.ts',
    to: 'tools/scales.ts',
  },
  {
    rule: 'tests-are-not-imported',
    from: `${api}/features/cart/total.ts`,
    imports: './total.test.ts',
    to: `${api}/features/cart/total.test.ts`,
  },
]

let planted: Violation[]
let folder: string

function write(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function cruise(cwd: string): { violations: Violation[]; totalCruised: number } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(repositoryFolder, 'node_modules', '.bin', 'depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'apps',
      'packages',
    ],
    { cwd, encoding: 'utf8', maxBuffer: 100_000_000 },
  )
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout).summary
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'solvane-boundaries-')))
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(join(repositoryFolder, name), join(folder, name))
  }
  for (const name of ['contract', 'ui']) {
    cpSync(
      join(repositoryFolder, 'packages', name, 'package.json'),
      join(folder, 'packages', name, 'package.json'),
    )
  }
  mkdirSync(join(folder, 'node_modules', '@solvane'), { recursive: true })
  for (const name of ['contract', 'ui']) {
    // Linked as npm links the workspaces.
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', '@solvane', name))
  }
  write('node_modules/kysely/package.json', '{ "name": "kysely", "main": "dist/index.js" }')
  write('node_modules/kysely/dist/index.js', '')
  for (const { to } of BREAKS)
    if (!to.startsWith('node_modules')) write(to, 'export const it = 1\n')
  write(`${api}/features/cart/other.ts`, "import './one.ts'\n")
  for (const { from, imports, asType } of BREAKS) {
    write(from, asType ? `import type { it } from '${imports}'\n` : `import '${imports}'\n`)
  }
  for (const [feature, other] of [
    ['gifts', 'wrapping'],
    ['wrapping', 'gifts'],
  ]) {
    // No single file is part of a cycle; the folders are.
    write(`${api}/features/${feature}/plain.ts`, 'export const it = 1\n')
    write(`${api}/features/${feature}/bound.ts`, `import '../${other}/plain.ts'\n`)
  }
  planted = cruise(folder).violations
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(BREAKS)('$rule: $from may not import $imports', ({ rule, from, to }) => {
  const caught = planted.map(
    (violation) => `${violation.rule.name} ${violation.from} ${violation.to}`,
  )
  expect(caught).toContain(`${rule} ${from} ${to}`)
})

const betweenFeatures = 'no-cycles-between-features'

it(`${betweenFeatures}: two features may not import each other`, () => {
  const caught = planted.filter(({ rule }) => rule.name === betweenFeatures)
  expect(caught.map(({ from, to }) => [from, to].toSorted())).toContainEqual([
    `${api}/features/gifts`,
    `${api}/features/wrapping`,
  ])
})

it('every rule has a violation here', () => {
  const tried = new Set([betweenFeatures, ...BREAKS.map(({ rule }) => rule)])
  const names = rules.forbidden.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => !tried.has(name))).toEqual([])
})

it('no other file violates a rule', () => {
  const innocent = planted.filter(
    ({ from, rule }) =>
      rule.name !== betweenFeatures && !BREAKS.some((broken) => broken.from === from),
  )
  expect(innocent).toEqual([])
})
