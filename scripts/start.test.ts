import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT, shopRuntime } from './runtime.mjs'
import { freePort, type ShopProcess, startShop } from './test/shop-process.ts'

const isRoot = process.geteuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }
const ONLY_ROOT = 'only root can start a program as another user'

const folder = makeFolder()
const dataDir = join(folder, 'data')
let port: number
const shops: ShopProcess[] = []

/** Starts a shop on this test's port and, by default, on this file's data folder. */
function start(settings: Record<string, string> = {}, account?: typeof NOBODY): ShopProcess {
  const shop = startShop({ PORT: String(port), DATA_DIR: dataDir, ...settings }, account)
  shops.push(shop)
  return shop
}

/** Starts a shop that must fail, and returns its error message. */
async function rejection(
  settings: Record<string, string>,
  account?: typeof NOBODY,
): Promise<string> {
  const { code, output } = await start(settings, account).ended
  expect(code, output).toBe(1)
  return output.trim().split('\n').at(-1) ?? ''
}

function makeFolder() {
  const made = mkdtempSync(join(tmpdir(), 'solvane start '))
  chmodSync(made, 0o755)
  return made
}

/** Kills the shop and its parent process, as a machine without memory does. */
async function kill(shop: ShopProcess) {
  const { pid } = shop.process
  if (!pid) throw new Error('the shop has no process')
  process.kill(-pid, 'SIGKILL')
  await shop.ended
}

beforeEach(async () => {
  port = await freePort()
})

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.stop('SIGINT')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a mistake is reported in one sentence', () => {
  it('when the port is taken', async () => {
    const other = createServer().listen(port, 'localhost')
    await once(other, 'listening')
    expect(await rejection({})).toBe(
      `Port ${port} is taken by another program: stop it, or choose another port, for example PORT=${port + 1}.`,
    )
    other.close()
  })

  it("when a secret's file cannot be read", async () => {
    const path = join(folder, 'no such secret')
    expect(await rejection({ DATABASE_URL_FILE: path })).toBe(
      `DATABASE_URL_FILE names ${path}, which cannot be read (ENOENT).`,
    )
  })

  it('when the database that a file names cannot be reached', async () => {
    const path = join(folder, 'database url')
    writeFileSync(path, `postgresql://someone:pa55@localhost:${port}/shop\n`)
    expect(await rejection({ DATABASE_URL_FILE: path })).toContain(
      `The database someone@localhost:${port}/shop cannot be reached`,
    )
  })

  it('when the database cannot be reached', async () => {
    expect(
      await rejection({ DATABASE_URL: `postgresql://someone:pa55@localhost:${port}/shop` }),
    ).toBe(
      `The database someone@localhost:${port}/shop cannot be reached (ECONNREFUSED): check DATABASE_URL and that the server is running.`,
    )
  })

  it('when a setting is wrong', async () => {
    expect(await rejection({ CACHE: 'yes' })).toBe('CACHE must be on or off.')
  })

  it('when the data folder cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await rejection({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /^The data folder is not writable: .*data \(ENOTDIR\)/,
    )
  })

  it('when the data folder is a file', async () => {
    const file = join(folder, 'no-folder')
    writeFileSync(file, '')
    expect(await rejection({ DATA_DIR: file })).toMatch(
      /^The data folder is not writable: .*no-folder \(ENOTDIR\)/,
    )
  })

  it('when an ordinary user may not write into the data folder', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT)
    mkdirSync(join(folder, 'locked'), { mode: 0o755 })
    expect(await rejection({ DATA_DIR: join(folder, 'locked', 'data') }, NOBODY)).toMatch(
      /^The data folder is not writable: .*data \(EACCES\)/,
    )
  })

  it('when another copy runs on the same data folder', async () => {
    await start().opened
    expect(await rejection({ PORT: String(await freePort()) })).toMatch(
      /^Another copy of the shop is running on the data folder /,
    )
  })
})

describe('a running shop', () => {
  it('warns once about a misspelled setting, and about no other variable', async () => {
    const shop = start({ DATABSE_URL: 'x', SHOP_URL: 'https://elsewhere.example' })
    await shop.opened
    const { output } = await shop.stop('SIGINT')
    expect(output.match(/is not a setting/g)).toHaveLength(1)
    expect(output).toContain('DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
  })

  it.each(['development', 'test'])(
    'runs the production build with NODE_ENV=%s, too',
    async (NODE_ENV) => {
      const address = await start({ NODE_ENV }).opened
      const get = async (path: string) => await (await fetch(address + path)).text()
      const page = await get('/')
      expect(page).not.toContain('@vite')
      const [script] = /\/assets\/libraries-[\w-]+\.js/.exec(page) ?? []
      // The text occurs in React's production build only.
      const production = 'Minified React error'
      expect(await get(script ?? '/')).toContain(production)
      const renderer = join(repositoryFolder, 'apps/storefront/dist/server/entry-server.js')
      expect(readFileSync(renderer, 'utf8')).toContain(production)
      expect((await fetch(`${address}/dev/mails`)).status).toBe(404)
      expect((await fetch(`${address}/design`)).status).toBe(404)
    },
  )

  it('has no module left to compile after a build', async () => {
    const NODE_COMPILE_CACHE = join(folder, 'compiled')
    const env = { ...process.env, ...SHOP_ENVIRONMENT, NODE_COMPILE_CACHE }
    spawnSync(shopRuntime(), ['apps/api/src/main.ts', '--compile'], { cwd: repositoryFolder, env })
    const shop = start({ NODE_COMPILE_CACHE, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    await shop.opened
    const { output } = await shop.stop('SIGINT')
    expect(output).toContain('retrieving transpile cache')
    expect(output.match(/no transpile cache for .*/g)).toBeNull()
  })

  it('stops without an error on Ctrl-C', async () => {
    const shop = start()
    const address = await shop.opened
    // A browser keeps its connection open, even while the shop stops.
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    const { pid } = shop.process
    if (!pid) throw new Error('the shop has no process')
    // It was started without a terminal, so a closing one does not matter.
    process.kill(-pid, 'SIGHUP')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    // The terminal signals the whole group.
    process.kill(-pid, 'SIGINT')
    const { code, output } = await shop.ended
    expect(code, output).toBe(0)
    expect(output).not.toMatch(/error|warn/i)
  })

  it('recovers by itself after everything was killed', async () => {
    const killed = start()
    await killed.opened
    await kill(killed)
    const address = await start().opened
    expect((await fetch(`${address}/api/categories/tree`)).status).toBe(200)
  })

  it('stops when the program that started it is killed', async () => {
    const shop = start()
    const address = await shop.opened
    await shop.stop('SIGKILL')
    await expect.poll(() => fetch(`${address}/healthz`).catch(() => 'closed')).toBe('closed')
  })

  it('can be started by an ordinary user, too', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT)
    const own = join(folder, 'own')
    mkdirSync(own)
    chownSync(own, NOBODY.uid, NOBODY.gid)
    const address = await start({ DATA_DIR: own }, NOBODY).opened
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })
})

describe('with an external PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let serverFolder: string

  beforeAll(async () => {
    serverFolder = makeFolder()
    server = await startEmbeddedPostgres({
      dataDir: serverFolder,
      log: () => {},
      durability: 'throwaway',
    })
  })

  afterAll(async () => {
    await server.stop()
    rmSync(serverFolder, { recursive: true, force: true })
  })

  it('the shop uses it and starts no embedded one', async () => {
    const unused = join(folder, 'unused')
    const address = await start({ DATABASE_URL: server.url, DATA_DIR: unused }).opened
    expect((await fetch(`${address}/api/categories/tree`)).status).toBe(200)
    expect(existsSync(join(unused, 'postgres'))).toBe(false)
  })
})
