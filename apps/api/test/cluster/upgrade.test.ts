import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { freePort } from '../crash/crash-assertions.ts'
import { openBalancedShops } from './balanced-shops.ts'
import { startShopBalancer } from './haproxy.ts'
import type { PostgresServer } from './postgres-server.ts'
import { findReleaseBefore } from './release-before.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const perSecond = 100

async function migrations(postgres: PostgresServer): Promise<string[]> {
  const rows = await postgres.query<{ name: string }>('select name from migration', 'solvane')
  return rows.map(({ name }) => name)
}

it('the release before serves and restarts while this one migrates and takes over, and can come back', async ({
  skip,
}) => {
  const before = findReleaseBefore()
  if (typeof before === 'string') return skip(before)
  // The release before may not have /servingz.
  const { postgres, ports, place, startShoppers, isReady } = await openBalancedShops(
    cleanUps,
    (places) => startShopBalancer(places, '/readyz'),
  )
  const { program, remove } = before.make()
  cleanUps.push(remove)
  const old = ports.map((port) => place(port, {}, program))
  const next = ports.map((port) => place(port, { MIGRATE: 'off' }))
  for (const shop of old) await shop.start()
  expect(await migrations(postgres)).not.toContain(before.migration)

  const shoppers = await startShoppers(perSecond)
  await shoppers.more(500)
  const migration = place(await freePort(), { ROLE: 'migrate' })
  await migration.start()
  expect(await migration.ended()).toContain('The database is up to date.')
  expect(await migrations(postgres)).toContain(before.migration)
  await shoppers.more(300)

  // A crash, or a node that is emptied: the release before starts on the newer schema.
  for (const [index, port] of ports.entries()) {
    await old[index]?.stop()
    await old[index]?.start()
    await isReady(port)
    await shoppers.more(300)
  }
  for (const [index, port] of ports.entries()) {
    await old[index]?.stop()
    await next[index]?.start()
    await isReady(port)
    await shoppers.more(300)
  }
  await next[0]?.stop()
  await old[0]?.start()
  await isReady(ports[0])
  await shoppers.more(300)
  const title = `upgrade from ${before.commit.slice(0, 8)} to ${before.migration}`
  expect(await shoppers.stop(title)).toEqual({})
})

it('migrations wait for locks and build an index while this release serves and restarts', async () => {
  const { postgres, ports, place, startShoppers, isReady } = await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port))
  for (const shop of shops) await shop.start()

  const folder = await mkdtemp(join(tmpdir(), 'solvane-migrations-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  await cp(new URL('../../database/migrations/', import.meta.url), folder, { recursive: true })
  const newest = (await migrations(postgres)).toSorted().at(-1)
  const mark = `-- Works with code from ${newest?.slice(0, 4)}.`
  await writeFile(
    join(folder, '9000_care_label.sql'),
    `${mark}
alter table variant add column care_label text;
alter table product add column made_in text not null default '';
`,
  )
  await writeFile(
    join(folder, '9001_care_label_index.sql'),
    `${mark}
-- Without a transaction.
drop index concurrently if exists variant_care_label;
create index concurrently variant_care_label on variant (care_label, stock);
`,
  )
  const say = vi.fn()

  const shoppers = await startShoppers(perSecond)
  await shoppers.more(300)
  // A report that reads variants holds up the migration, and shoppers only as long as it waits.
  const report = new pg.Client({ connectionString: postgres.url })
  cleanUps.push(() => report.end())
  await report.connect()
  await report.query('begin')
  await report.query('select count(*) from variant')
  const migrated = migrate(postgres.url, { migrations: pathToFileURL(`${folder}/`), say })
  await vi.waitFor(() => expect(say).toHaveBeenCalled(), { timeout: 120_000, interval: 50 })
  await shoppers.more(500)
  await report.query('commit')
  expect(await migrated).toEqual(['9000_care_label.sql', '9001_care_label_index.sql'])
  await shoppers.more(300)

  for (const [index, port] of ports.entries()) {
    await shops[index]?.stop()
    await shops[index]?.start()
    await isReady(port)
    await shoppers.more(300)
  }
  expect(await migrations(postgres)).toContain('9001_care_label_index.sql')
  expect(await shoppers.stop('migrations that wait for locks')).toEqual({})
})
