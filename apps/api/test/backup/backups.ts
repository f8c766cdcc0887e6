import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { makeBuyer, order } from '../buyers.ts'
import { stockVariants } from '../product-factory.ts'
import { sendPictures } from '../send-files.ts'
import { signUp } from '../sign-up.ts'
import type { TestShop } from '../test-shop.ts'

const api = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `npm run backup` or `restore` without its checks of the installation. */
export function run(
  command: 'backup' | 'restore',
  args: string[],
  settings: Record<string, string>,
) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
    execFile(
      process.execPath,
      [join(api, 'src', `${command}-command.ts`), ...args],
      { env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** The only backup in a folder. */
export async function backupIn(place: string): Promise<string> {
  const names = await readdir(place)
  const [name] = names
  if (!name || names.length > 1) throw new Error(`Not one backup: ${names}`)
  return join(place, name)
}

/** A new folder that PostgreSQL's own account can enter when root runs the tests. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-backup-'))
  await chmod(folder, 0o711)
  return folder
}

/** The hash of every file in a folder and below, by its path. */
export async function fileHashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const hashes = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const hash = createHash('sha256').update(await readFile(path))
      return [relative(folder, path), hash.digest('hex')] as const
    }),
  )
  return Object.fromEntries(hashes.sort())
}

/**
 * Every table of a database with its rows and a hash of their contents; without those that are
 * unlogged, which PostgreSQL empties whenever it recovers.
 */
export async function databaseContents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p'
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ summary: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by t::text collate "C")), '')
          as summary from ${name} t`,
      )
      contents[name] = rows[0]?.summary ?? ''
    }
    return contents
  } finally {
    await client.end()
  }
}

/**
 * Fills a demo shop with the data that a backup must bring back: orders, pictures of both kinds, a
 * setting.
 */
export async function fillShop(shop: TestShop): Promise<void> {
  const owner = await signUp(shop, { role: 'ADMIN' })
  const buyer = await makeBuyer(shop)
  const variants = await stockVariants(shop, 3, 10)
  await order(shop, buyer, variants)
  await order(shop, buyer, [variants[0]], { quantity: 2, remark: 'Ring twice — “Ünïcode”\n' })
  const picture = (background: string) =>
    sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .png()
      .toBuffer()
  await sendPictures(shop, owner.headers, [await picture('#8c6a3b'), await picture('#102030')])
  await sendPictures(shop, buyer.headers, [await picture('#a0b0c0')], 'CHAT')
  const { version, document } = (await shop.call('getDeliveryDraft', { headers: owner.headers }))
    .data
  const body = { version, document: { ...document, cutOff: '17:29' } }
  await shop.call('saveDelivery', { headers: owner.headers, body })
}
