import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  unpackCluster,
} from '@solvane/embedded-postgres'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backUp, backUpDaily } from '../../src/platform/backup/back-up.ts'
import { backupName, isBackupName } from '../../src/platform/backup/manifest.ts'
import { openBackupTarget } from '../../src/platform/backup/open-backup-target.ts'
import { restore } from '../../src/platform/backup/restore.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { makeBuyer, order } from '../buyers.ts'
import { stockVariants } from '../product-factory.ts'
import { openS3Server, type S3Server } from '../s3-server.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { backupIn, databaseContents, fileHashes, fillShop, makeFolder, run } from './backups.ts'

let folder: string
let dataDir: string
let postgres: EmbeddedPostgres
let shop: TestShop

const start = (place: string) =>
  startEmbeddedPostgres({ dataDir: place, log: () => {}, durability: 'throwaway' })
const step = <Result>(_title: string, work: () => Promise<Result>) => work()

beforeAll(async () => {
  folder = await makeFolder()
  dataDir = join(folder, 'data')
  postgres = await start(dataDir)
  await migrate(postgres.url)
  shop = await openTestShop({ databaseUrl: postgres.url, settings: { DATA_DIR: dataDir } })
  await fillShop(shop)
})

afterAll(async () => {
  await shop?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!existsSync('/dev/full'))(
  'a backup for which the disk has no room fails in a sentence',
  async () => {
    const place = join(folder, 'full')
    const config = { databaseUrl: undefined, dataDir, s3: null }
    const target = await openBackupTarget(place, config, '/')
    const now = new Date()
    await mkdir(join(place, backupName(now)), { recursive: true })
    await symlink('/dev/full', join(place, backupName(now), 'database.tar.gz'))
    await expect(backUp({ config, target, now, step })).rejects.toThrow(
      `The disk is full: no room for the backup in ${place}`,
    )
    expect(await readdir(place)).toEqual([])
  },
)

test('the file of the embedded database holds a data folder and its password, for a server to start', async () => {
  const config = { databaseUrl: undefined, dataDir, s3: null }
  const target = await openBackupTarget(join(folder, 'moved'), config, '/')
  const { name } = await backUp({ config, target, now: new Date(), step })
  const place = join(folder, 'unpacked')
  await mkdir(place)
  execFileSync('tar', ['-xzf', join(target.folder(name).place, 'database.tar.gz'), '-C', place])
  const [cluster = '', password = '', ...others] = (await readdir(place)).sort()
  expect(cluster).toMatch(/^cluster-/)
  expect(password).toBe('password')
  expect(others).toEqual([])
  expect((await readFile(join(place, cluster, 'PG_VERSION'), 'utf8')).trim()).toBe('18')
  const settings = await readFile(join(place, cluster, 'postgresql.conf'), 'utf8')
  expect(settings).not.toMatch(/^(unix_socket_directories|port|listen_addresses)/m)
})

test('a backup of a shop that takes orders restores to one moment of it', async () => {
  const buyers = await Promise.all([makeBuyer(shop), makeBuyer(shop), makeBuyer(shop)])
  const variants = await stockVariants(shop, 5, 10_000)
  let isOpen = true
  let placed = 0
  const shopping = buyers.map(async (buyer) => {
    for (; isOpen; placed++) await order(shop, buyer, variants)
  })
  await expect.poll(() => placed).toBeGreaterThan(3)
  const before = placed
  const place = join(folder, 'busy')
  const config = { databaseUrl: undefined, dataDir, s3: null }
  const target = await openBackupTarget(place, config, '/')
  const { name } = await backUp({ config, target, now: new Date(), step })
  isOpen = false
  await Promise.all(shopping)

  const restored: EmbeddedPostgres[] = []
  const elsewhere = { ...config, dataDir: join(folder, 'busy-restored') }
  try {
    // The restore compares the rows of every table with those of the started copy.
    const { manifest } = await restore({
      config: elsewhere,
      backup: target.folder(name),
      step,
      async startOwnPostgres() {
        restored.push(await start(elsewhere.dataDir))
        return restored[0]?.url ?? ''
      },
    })
    const orders = manifest.database.rows['public.orders'] ?? 0
    expect(orders).toBeGreaterThanOrEqual(before + 2)
    expect(placed).toBeGreaterThan(before)
    const copy = await openTestShop({
      databaseUrl: restored[0]?.url ?? '',
      settings: { DATA_DIR: elsewhere.dataDir },
    })
    try {
      const { rows } = await copy.ctx.db.pool.query(
        `select count(*)::integer as wrong from variant v
        where stock <> (select stock_after from stock_movement m where m.variant_id = v.id order by m.id desc limit 1)`,
      )
      expect(rows).toEqual([{ wrong: 0 }])
      // What was given out after the backup is not given out again.
      const newest = async ({ ctx }: TestShop) =>
        (await ctx.db.pool.query('select max(number)::integer as number from orders')).rows[0]
          .number
      await order(copy, await makeBuyer(copy), await stockVariants(copy, 1, 10))
      expect(await newest(copy)).toBeGreaterThan(await newest(shop))
      for (const sequence of ['return_number', 'usdt_address_index']) {
        const next = async ({ ctx }: TestShop) =>
          (await ctx.db.pool.query(`select nextval('${sequence}')::integer as next`)).rows[0].next
        expect((await next(copy)) - (await next(shop)), sequence).toBeGreaterThan(9_000)
      }
    } finally {
      await copy.close()
    }
  } finally {
    await restored[0]?.stop()
  }
})

describe('of a shop that is closed', () => {
  let place: string
  let contents: Record<string, string>

  beforeAll(async () => {
    await shop.close()
    contents = await databaseContents(postgres.url)
    place = join(folder, 'backups')
    const { code, output } = await run('backup', ['--to', place], { DATA_DIR: dataDir })
    expect(code, output).toBe(0)
    expect(output).toMatch(
      /Backed up to \S+solvane-\S+: PostgreSQL 18\S*, \d+ tables with \d+ rows \([\d.]+ MB\), 3 uploads \(/,
    )
  })

  test('every table and every picture is restored as it was', async () => {
    const restoredDir = join(folder, 'restored')
    const backup = await backupIn(place)
    const settings = { DATA_DIR: restoredDir }
    const { code, output } = await run('restore', ['--from', backup], settings)
    expect(code, output).toBe(0)
    expect(output).toMatch(
      /Restored \S+solvane-\S+, made at \S+ by the shop \d\S* \(\d{4}_\w+\.sql\): /,
    )

    const restored = await start(restoredDir)
    try {
      expect(Object.keys(contents).length).toBeGreaterThan(60)
      expect(await databaseContents(restored.url)).toEqual(contents)
    } finally {
      await restored.stop()
    }
    const pictures = await fileHashes(join(dataDir, 'uploads'))
    expect(Object.keys(pictures)).toHaveLength(3)
    expect(await fileHashes(join(restoredDir, 'uploads'))).toEqual(pictures)

    const again = await run('restore', ['--from', backup], settings)
    expect(again.code).toBe(1)
    expect(again.output.trim()).toBe(
      `The data folder ${restoredDir} already holds a database: name an empty one with DATA_DIR.`,
    )
  })

  test.each([
    ['database.tar.gz', 'was changed'],
    ['uploads/pictures', 'was changed'],
    ['uploads/chat', 'is missing'],
    ['manifest.json', 'manifest.json cannot be read'],
  ])('is not restored if %s of it is damaged', async (damaged, sentence) => {
    const copy = join(folder, 'damaged', damaged.replaceAll('/', '-'))
    await cp(await backupIn(place), copy, { recursive: true })
    const [first = ''] = damaged.startsWith('uploads/') ? await readdir(join(copy, damaged)) : []
    const file = join(copy, damaged, first)
    if (sentence === 'is missing') await rm(file)
    else if (damaged === 'manifest.json') await truncate(file, 100)
    else {
      const bytes = await readFile(file)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      await writeFile(file, bytes)
    }
    const empty = join(folder, 'empty')
    const { code, output } = await run('restore', ['--from', copy], { DATA_DIR: empty })
    expect(code).toBe(1)
    expect(output).toContain(`The backup ${copy} is damaged: `)
    expect(output).toContain(`${sentence}`)
    expect(output).toContain('Nothing was restored.')
    expect(await readdir(empty).catch(() => [])).toEqual([])
  })

  test('is named by the folder above, and kept from a server', async () => {
    const above = await run('restore', ['--from', place], { DATA_DIR: join(folder, 'none') })
    expect(above.output.trim()).toMatch(
      /^\S+ is no backup: it has no manifest.json. It holds solvane-\d{8}T\d{6}Z: name one of them.$/,
    )
    const server = await run('restore', ['--from', await backupIn(place)], {
      DATABASE_URL: postgres.url,
    })
    expect(server.output).toContain(
      'This backup holds the files of the embedded PostgreSQL, which no other server takes',
    )
  })

  test('is restored also where tar is done before the end of the file arrives', async () => {
    const bytes = await readFile(join(await backupIn(place), 'database.tar.gz'))
    const children = `/proc/${process.pid}/task/${process.pid}/children`
    const isTar = async (pid: string) =>
      (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')) === 'tar\n'
    async function* halting() {
      yield bytes.subarray(0, -8)
      await vi.waitFor(async () => {
        const running = (await readFile(children, 'utf8')).split(' ').filter(Boolean)
        expect((await Promise.all(running.map(isTar))).filter(Boolean)).toEqual([])
      }, 60_000)
      yield bytes.subarray(-8)
    }
    const late = join(folder, 'late-end')
    await unpackCluster(late, Readable.from(halting()))
    const restored = await start(late)
    expect(await databaseContents(restored.url).finally(() => restored.stop())).toEqual(contents)
  })

  test('leaves nothing of a backup that fails', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, output } = await run('backup', ['--to', file], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`The backup folder ${file}`)
    expect(
      (await readdir(join(dataDir, 'postgres'))).filter((name) => /^copy-/.test(name)),
    ).toEqual([])
  })
})

describe('with a bucket', () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-so-secret', region: 'eu-west-1' }
  let server: S3Server
  let settings: Record<string, string>

  beforeAll(async () => {
    server = await openS3Server(key)
    settings = {
      S3_BUCKET: 'media',
      S3_REGION: key.region,
      S3_ENDPOINT: server.endpoint,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    }
    for (const [path, hash] of Object.entries(await fileHashes(join(dataDir, 'uploads')))) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      const bytes = await readFile(join(dataDir, 'uploads', path))
      server.objects.set(`/media/${path}`, { bytes, type: 'image/webp' })
    }
  })
  afterAll(() => server.close())

  async function runSql(text: string) {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }

  const mediaOf = () =>
    Object.fromEntries(
      [...server.objects]
        .filter(([path]) => path.startsWith('/media/'))
        .map(([path, { bytes }]) => [path, bytes.toString('base64')]),
    )

  test('the database goes there in parts, and uploads come from and go back to it', async () => {
    // Larger than a part also when compressed.
    await runSql(`create table filler as
      select string_agg(sha512((random()::text || n)::bytea), '') from generate_series(1, 270000) n`)
    const made = await run('backup', ['--to', 's3://safe/solvane/daily'], {
      DATA_DIR: dataDir,
      ...settings,
    })
    expect(made.code, made.output).toBe(0)
    const [, backup = ''] = /Backed up to (s3:\S+):/.exec(made.output) ?? []
    const archive = server.objects.get(`${backup.slice('s3:/'.length)}/database.tar.gz`)
    expect(archive?.bytes.length).toBeGreaterThan(16 * 1024 * 1024)

    const before = mediaOf()
    expect(Object.keys(before)).toHaveLength(3)
    for (const path of Object.keys(before).slice(1)) server.objects.delete(path)
    const contents = await databaseContents(postgres.url)
    const restoredDir = join(folder, 'from-bucket')
    const back = await run('restore', ['--from', backup], { DATA_DIR: restoredDir, ...settings })
    expect(back.code, back.output).toBe(0)
    expect(back.output).toContain('1 uploads were there already.')
    expect(mediaOf()).toEqual(before)
    const restored = await start(restoredDir)
    expect(await databaseContents(restored.url).finally(() => restored.stop())).toEqual(contents)
    await runSql('drop table filler')
  })

  test('without a key that fits, one sentence says what to check', async () => {
    const { code, output } = await run('backup', ['--to', 's3://safe'], {
      DATA_DIR: dataDir,
      ...settings,
      S3_ACCESS_KEY_ID: 'SOMEONE',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/\ns3:\/\/safe\S* cannot be used \(No\.\): check the bucket, S3_REGION/)
  })

  test('uses the settings of the AWS SDK where the shop has none', async () => {
    const { code, output } = await run('backup', ['--to', 's3://own'], {
      DATA_DIR: dataDir,
      AWS_REGION: key.region,
      AWS_ENDPOINT_URL_S3: server.endpoint,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    })
    expect(code, output).toBe(0)
    const kept = [...server.objects.keys()].filter((path) => path.startsWith('/own/solvane-'))
    expect(kept).toHaveLength(5)
  })
})

test('the daily backup keeps as many as its setting says', async () => {
  const place = join(folder, 'daily')
  const older = ['solvane-20260101T023000Z', 'solvane-20260102T023000Z', 'solvane-20260103T023000Z']
  for (const name of [...older, 'of-somebody-else'])
    await mkdir(join(place, name), { recursive: true })
  for (const name of older) await writeFile(join(place, name, 'manifest.json'), '{}')
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const config = loadConfig({ DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_KEEP: '2' })
  await backUpDaily({ config, log })
  const names = await readdir(place)
  expect(names).toHaveLength(3)
  expect(names).toEqual(expect.arrayContaining(['of-somebody-else', older[2]]))
  const newest = names.filter(isBackupName).sort().at(-1) ?? ''
  expect(lines.join()).toContain(join(place, newest))
})
