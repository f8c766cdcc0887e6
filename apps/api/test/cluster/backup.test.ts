import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import {
  backupIn,
  databaseContents,
  fileHashes,
  fillShop,
  makeFolder,
  run,
} from '../backup/backups.ts'
import { makeBuyer, order } from '../buyers.ts'
import { stockVariants } from '../product-factory.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { makeFolder as makeProgramFolder, needs, runProgram } from './programs.ts'

let folder: string
let server: PostgresServer
let shop: TestShop | undefined

/** The URL of a new, empty database of the shop's role, or of another that the server has. */
async function newDatabase(name: string, owner = 'solvane'): Promise<string> {
  await server.query(`create database ${name} owner ${owner}`)
  const url = new URL(server.url)
  url.pathname = name
  return url.href
}

const numberOfTables = async (url: string) => Object.keys(await databaseContents(url)).length

beforeAll(async () => {
  needs('postgres')
  folder = await makeFolder()
  server = await startPostgresServer()
  await migrate(server.url)
  shop = await openTestShop({
    databaseUrl: server.url,
    settings: { DATA_DIR: join(folder, 'data') },
  })
  await fillShop(shop)
})

afterAll(async () => {
  await shop?.close()
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('a server that takes orders is backed up as it was at a moment', async () => {
  const open = shop as TestShop
  const buyer = await makeBuyer(open)
  const variants = await stockVariants(open, 5, 10_000)
  let isOpen = true
  let placed = 0
  const shopping = (async () => {
    for (; isOpen; placed++) await order(open, buyer, variants)
  })()
  await expect.poll(() => placed).toBeGreaterThan(3)
  const place = join(folder, 'busy')
  const settings = { DATA_DIR: join(folder, 'data') }
  const made = await run('backup', ['--to', place], { ...settings, DATABASE_URL: server.url })
  isOpen = false
  await shopping
  expect(made.code, made.output).toBe(0)
  const restored = await newDatabase('busy')
  // The restore compares the rows of every table with those of the moment.
  const back = await run('restore', ['--from', await backupIn(place)], {
    DATA_DIR: join(folder, 'busy-restored'),
    DATABASE_URL: restored,
  })
  expect(back.code, back.output).toBe(0)
})

test('every table and every picture is restored as it was, and only into an empty database', async () => {
  await shop?.close()
  shop = undefined
  const place = join(folder, 'backups')
  const contents = await databaseContents(server.url)
  expect(Object.keys(contents).length).toBeGreaterThan(60)
  const made = await run('backup', ['--to', place], {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: server.url,
  })
  expect(made.code, made.output).toBe(0)

  const restored = await newDatabase('restored')
  const settings = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: restored }
  const backup = await backupIn(place)
  const back = await run('restore', ['--from', backup], settings)
  expect(back.code, back.output).toBe(0)
  expect(await databaseContents(restored)).toEqual(contents)
  const pictures = await fileHashes(join(folder, 'data', 'uploads'))
  expect(Object.keys(pictures)).toHaveLength(3)
  expect(await fileHashes(join(folder, 'restored', 'uploads'))).toEqual(pictures)
  // Nothing is left to migrate.
  expect(await migrate(restored)).toEqual([])

  const again = await run('restore', ['--from', backup], settings)
  expect(again.code).toBe(1)
  expect(again.output).toMatch(
    /The database solvane@127.0.0.1:\d+\/restored is not empty \(it has \d+ tables\): restore into a new one./,
  )
  expect(await databaseContents(restored)).toEqual(contents)
})

test('the commands of Compose restore its backup beside the database, and skip numbers given out', async () => {
  const readme = await readFile(new URL('../../../../deploy/compose/README.md', import.meta.url))
  const inDatabase = 'docker compose --env-file shop.env exec -T database '
  const commands = readme
    .toString()
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith(inDatabase))
    .map((line) => line.slice(inDatabase.length))
  const before = await databaseContents(server.url)
  // The image of PostgreSQL makes its user a superuser.
  await server.query('alter role solvane superuser')
  const home = makeProgramFolder('compose')
  try {
    const { hostname, port, password } = new URL(server.url)
    for (const command of commands)
      runProgram('/bin/sh', ['-c', `cd "$0" && ${command}`, home.path], {
        PGHOST: hostname,
        PGPORT: port,
        PGPASSWORD: password,
      })
  } finally {
    home.remove()
    await server.query('alter role solvane nosuperuser')
  }
  const url = new URL(server.url)
  url.pathname = 'solvane_restored'
  expect(await databaseContents(url.href)).toEqual(before)
  const nextNumber = async (database: string) =>
    Number(
      (await server.query<{ nextval: string }>(`select nextval('order_number')`, database))[0]
        ?.nextval,
    )
  expect(await nextNumber('solvane_restored')).toBe((await nextNumber('solvane')) + 10_000)
})

test('a damaged backup, or one that cannot be restored whole, leaves the database empty', async () => {
  const backup = await backupIn(join(folder, 'backups'))
  const damaged = join(folder, 'damaged')
  await cp(backup, damaged, { recursive: true })
  const bytes = await readFile(join(damaged, 'database.dump'))
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(join(damaged, 'database.dump'), bytes)
  const empty = await newDatabase('emptied')
  const settings = { DATA_DIR: join(folder, 'emptied'), DATABASE_URL: empty }
  const rejected = await run('restore', ['--from', damaged], settings)
  expect(rejected.code).toBe(1)
  expect(rejected.output).toContain('database.dump was changed. Nothing was restored.')
  expect(await numberOfTables(empty)).toBe(0)

  const closed = await newDatabase('closed', 'postgres')
  const failed = await run('restore', ['--from', backup], { ...settings, DATABASE_URL: closed })
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/pg_restore failed: .*permission denied/s)
  expect(await numberOfTables(closed)).toBe(0)
  expect(await readdir(join(folder, 'emptied')).catch(() => [])).toEqual([])
})

test('a backup of a server does not go into the embedded database', async () => {
  const { code, output } = await run(
    'restore',
    ['--from', await backupIn(join(folder, 'backups'))],
    { DATA_DIR: join(folder, 'embedded') },
  )
  expect(code).toBe(1)
  expect(output.trim()).toBe(
    'This backup was made of a PostgreSQL server: name an empty database of one with DATABASE_URL.',
  )
})
