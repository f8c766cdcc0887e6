import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../apps/api/test/totp.ts'
import { isInstalled } from './install.mjs'
import { folderSize, LIMITS } from './measure-sizes.ts'
import { releaseFolder, repositoryFolder } from './repository.mjs'
import { copyLockedPackages } from './test/locked-packages.ts'
import { freePort, startShop } from './test/shop-process.ts'

const administrator = { email: 'owner@shop.example', password: 'a-first-owner-2026' }
/** Packages that a release must not contain. */
const DEVELOPMENT =
  /embedded-postgres|simulator|^(vite|vitest|typescript|rolldown|playwright-core)$/

const folder = makeFolder()
let packages: string[]
let postgres: EmbeddedPostgres
let running: ChildProcess | undefined

/** Outside the repository, whose packages would be found otherwise. */
function makeFolder() {
  const made = mkdtempSync(join(tmpdir(), 'solvane release '))
  chmodSync(made, 0o755)
  return made
}

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = name
  return url.href
}

/** The settings that production requires, for a shop on this port. */
const settingsAt = (port: number) => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  CONTACT_URL: 'https://wa.me/15550100',
  SMTP_URL: 'outbox',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})

/** Runs the release with these settings only; returns its output. */
function run(settings: Record<string, string>, command = ['start.mjs']) {
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...args] = command
  const child = spawn(process.execPath, [join(release(), program), ...args], {
    cwd: '/',
    env: { PATH, HOME, DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let output = ''
  const opened = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      const address = /open at (http:\S+)/.exec(output)?.[1]
      if (address) opened.resolve(address)
    })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    opened.reject(new Error(`The release did not open.\n${output}`))
    return { code, output }
  })
  opened.promise.catch(() => {})
  return { opened: opened.promise, ended }
}

const release = () => join(folder, 'release')

beforeAll(async () => {
  execFileSync(process.execPath, [join(repositoryFolder, 'scripts', 'build.ts'), '--release'])
  cpSync(releaseFolder, release(), {
    recursive: true,
    filter: (source) => source !== join(releaseFolder, 'node_modules'),
  })
  packages = copyLockedPackages(release(), repositoryFolder)
  postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: () => {},
    durability: 'throwaway',
  })
})

afterEach(async () => {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const gone = once(running, 'close')
  running.kill('SIGTERM')
  await gone
})

afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a release in an empty folder, with its production packages only', () => {
  it('serves the pages, the API and the back office on a PostgreSQL server', async () => {
    const settings = settingsAt(await freePort())
    const { opened, ended } = run({ ...settings, DATABASE_URL: await newDatabase('released') })
    const url = await opened
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, { headers })
      expect(answer.status, path).toBe(200)
      return answer
    }
    for (const path of ['/', '/login', '/filter/all', '/faq/delivery', '/sitemap.xml', '/readyz'])
      await get(path)
    const page = await (await get('/')).text()
    const assets = [...page.matchAll(/\/(?:assets|media)\/[^"\s,]+/g)].map(([path]) => path)
    expect(assets.length).toBeGreaterThan(2)
    for (const path of new Set(assets)) await get(path)
    const office = await (await get('/admin')).text()
    const [script = ''] = /\/admin\/assets\/[\w-]+\.js/.exec(office) ?? []
    await get(script)
    expect(await (await get('/api/categories/tree')).json()).toMatchObject({ success: true })
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    })
    const { data } = (await signedIn.json()) as { data: { accessToken: string } }
    const authorization = `Bearer ${data.accessToken}`
    const post = async (path: string, body?: object) => {
      const answer = await fetch(`${url}/api/admin/account${path}`, {
        method: 'POST',
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      })
      expect(answer.status, path).toBe(200)
      return ((await answer.json()) as { data: Record<string, string> }).data
    }
    // The back office opens only with a second factor.
    await post('/confirm', { password: administrator.password })
    const { secret = '' } = await post('/totp')
    await post('/totp/enable', { secretCode: codeAt(secret, new Date()) })
    await get('/api/admin/dashboard', { authorization })
    running?.kill('SIGTERM')
    const { code, output } = await ended
    expect(code, output).toBe(0)
    expect(output).not.toMatch(/demo|embedded|"level":[456]0/)
  })

  it('refuses to start without a PostgreSQL server, because it contains none', async () => {
    const { code, output } = await run(settingsAt(await freePort())).ended
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      'DATABASE_URL must be set in production: a PostgreSQL server, 15 or newer.',
    )
  })

  it('rejects the embedded database, which it does not contain', async () => {
    const settings = { ...settingsAt(await freePort()), DATABASE_URL: 'embedded' }
    const { code, output } = await run(settings).ended
    expect(code).toBe(1)
    expect(output).toContain(
      'The release folder brings no PostgreSQL: set DATABASE_URL to a server, or start the shop from a checkout.',
    )
  })

  it('backs up with the pg_dump of the server, or says what is missing', async () => {
    const place = join(folder, 'backups')
    const settings = { ...settingsAt(await freePort()), DATABASE_URL: await newDatabase('kept') }
    const { code, output } = await run(settings, ['backup.mjs', '--to', place]).ended
    // The server of these tests is newer than most machines' programs.
    if (code === 0) expect(output).toContain(`Backed up to ${place}/solvane-`)
    else
      expect(output).toMatch(
        /pg_dump (\d+ is too old|is not installed): install PostgreSQL's client programs, version 18 or newer/,
      )
  })

  it('contains no pictures but those of the first content', () => {
    const pictures = readdirSync(join(release(), 'assets'), { recursive: true, encoding: 'utf8' })
    expect(pictures.filter((path) => path.endsWith('.webp'))).toHaveLength(11)
  })

  it('contains no development packages, no simulator and nothing to compile', () => {
    expect(packages.length).toBeGreaterThan(50)
    const names = packages.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13))
    expect(names.filter((name) => DEVELOPMENT.test(name))).toEqual([])
    const files = readdirSync(release(), { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('node_modules'),
    )
    expect(files.filter((path) => /\.tsx?$|embedded-postgres|simulator/.test(path))).toEqual([])
    const lock = JSON.parse(readFileSync(join(release(), 'package-lock.json'), 'utf8'))
    expect(Object.entries<{ dev?: boolean }>(lock.packages).filter(([, { dev }]) => dev)).toEqual(
      [],
    )
  })

  it('has the packages that npm would install, and stays within its size limit', () => {
    expect(() =>
      execFileSync('npm', ['ls', '--all', '--omit=dev', '--offline'], {
        cwd: release(),
        stdio: 'pipe',
      }),
    ).not.toThrow()
    expect(folderSize(join(release(), 'node_modules'))).toBeLessThan(LIMITS.production)
  })
})

it('npm start runs the release in production', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux shows what a process runs')
  if (!isInstalled({ folder: releaseFolder })) copyLockedPackages(releaseFolder, repositoryFolder)
  const shop = startShop({
    ...settingsAt(await freePort()),
    NODE_ENV: 'production',
    DATABASE_URL: await newDatabase('started'),
    DATA_DIR: join(folder, 'started'),
  })
  try {
    const url = await shop.opened
    expect((await fetch(`${url}/login`)).status).toBe(200)
    const commands = childrenOf(shop.process.pid)
    expect(commands).toEqual([expect.stringContaining(join(releaseFolder, 'start.mjs'))])
  } finally {
    await shop.stop('SIGINT')
  }
})

/** The command lines of a process's children. */
function childrenOf(parent: number | undefined): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
        if (Number(fields.split(' ')[1]) !== parent) return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        // It has exited meanwhile.
        return []
      }
    })
}
