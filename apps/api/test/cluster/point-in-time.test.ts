import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { databaseContents, fillShop, makeFolder as makeDataFolder } from '../backup/backups.ts'
import { makeBuyer, order } from '../buyers.ts'
import { stockVariants } from '../product-factory.ts'
import { openTestShop } from '../test-shop.ts'
import { openServer, startPostgresServer } from './postgres-server.ts'
import { makeFolder, needs, pathOf, runProgram } from './programs.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** docs/deployment.md describes these steps. */
it('pgBackRest brings a database back to the moment before a mistake', async () => {
  needs('postgres', 'pgbackrest')
  const home = makeFolder('pgbackrest')
  cleanUps.push(home.remove)
  const config = join(home.path, 'pgbackrest.conf')
  const pgbackrest = (...args: string[]) =>
    runProgram(pathOf('pgbackrest'), [`--config=${config}`, '--stanza=solvane', ...args])
  const server = await startPostgresServer({
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${config} --stanza=solvane archive-push %p`,
  })
  cleanUps.push(server.close)
  writeFileSync(
    config,
    `[global]
repo1-path=${home.path}/repository
repo1-retention-full=2
start-fast=y
log-path=${home.path}/log
lock-path=${home.path}/lock
spool-path=${home.path}/spool

[solvane]
pg1-path=${server.folder}
pg1-port=${server.port}
pg1-socket-path=${join(server.folder, '..')}
`,
  )
  await migrate(server.url)
  const dataDir = await makeDataFolder()
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const shop = await openTestShop({ databaseUrl: server.url, settings: { DATA_DIR: dataDir } })
  await fillShop(shop)
  pgbackrest('stanza-create')
  pgbackrest('check')
  pgbackrest('backup', '--type=full')

  // Changes after the backup are in the archived WAL alone.
  const buyer = await makeBuyer(shop)
  for (const variant of await stockVariants(shop, 5, 100)) await order(shop, buyer, [variant])
  await shop.close()
  const contents = await databaseContents(server.url)
  const [moment] = await server.query<{ now: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') as now`,
  )
  await server.query('drop table order_line cascade', 'solvane')
  await server.query('drop table stock_movement cascade', 'solvane')
  await server.query('select pg_switch_wal()', 'solvane')
  await server.stop()

  const folder = makeFolder('restored')
  cleanUps.push(folder.remove)
  const restoredFolder = join(folder.path, 'data')
  pgbackrest(
    `--pg1-path=${restoredFolder}`,
    '--type=time',
    `--target=${moment?.now}`,
    '--target-action=promote',
    '--archive-mode=off',
    'restore',
  )
  const restored = await openServer(restoredFolder, folder, {})
  cleanUps.push(restored.close)
  await expect
    .poll(() => restored.query('select pg_is_in_recovery() as recovers'), { timeout: 60_000 })
    .toEqual([{ recovers: false }])
  expect(await databaseContents(restored.url)).toEqual(contents)
})
