import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The Debian package of each program, and where Debian puts it. */
const packages = {
  postgres: { package: 'postgresql', places: ['/usr/lib/postgresql/*/bin/postgres'] },
  pg_basebackup: { package: 'postgresql', places: ['/usr/lib/postgresql/*/bin/pg_basebackup'] },
  pgbouncer: { package: 'pgbouncer', places: ['/usr/sbin/pgbouncer'] },
  haproxy: { package: 'haproxy', places: ['/usr/sbin/haproxy'] },
  nginx: { package: 'nginx', places: ['/usr/sbin/nginx'] },
  caddy: { package: 'caddy', places: ['/usr/bin/caddy'] },
  patroni: { package: 'patroni', places: ['/usr/bin/patroni'] },
  etcd: { package: 'etcd-server', places: ['/usr/bin/etcd'] },
  debootstrap: { package: 'debootstrap', places: ['/usr/sbin/debootstrap'] },
  promtool: { package: 'prometheus', places: ['/usr/bin/promtool'] },
  openssl: { package: 'openssl', places: ['/usr/bin/openssl'] },
  'systemd-analyze': { package: 'systemd', places: ['/usr/bin/systemd-analyze'] },
  pgbackrest: { package: 'pgbackrest', places: ['/usr/bin/pgbackrest'] },
} as const

export type Program = keyof typeof packages

function findProgram(name: Program): string | undefined {
  // The newest of several versions.
  return packages[name].places.flatMap((place) => globSync(place).sort()).at(-1)
}

/** The path of an installed program. */
export function pathOf(name: Program): string {
  const path = findProgram(name)
  if (!path) throw new Error(missingSentence([name]))
  return path
}

function missingSentence(names: Program[]): string {
  const missing = [...new Set(names.map((name) => packages[name].package))]
  return `This test needs ${names.join(' and ')}: apt-get install -y ${missing.join(' ')}`
}

/** Fails with a sentence that says what to install, unless all of `names` are there. */
export function needs(...names: Program[]): void {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0) throw new Error(missingSentence(missing))
}

/** PostgreSQL and PgBouncer refuse to run as root; Debian's packages bring this account. */
const account = process.geteuid?.() === 0 ? accountOf('postgres') : {}

function accountOf(name: string): { uid?: number; gid?: number } {
  const numberOf = (option: string) => Number(spawnSync('id', [option, name]).stdout?.toString())
  const [uid, gid] = [numberOf('-u'), numberOf('-g')]
  return uid > 0 ? { uid, gid } : {}
}

/** Makes an empty folder that belongs to the programs' account. */
export function makeFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `solvane-${name}-`))
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid ?? account.uid)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Runs a program to its end, as the programs' account; throws with its output if it fails. */
export function runProgram(path: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(path, args, {
    ...account,
    cwd: '/',
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A program that runs until it is stopped. */
export interface RunningProgram {
  process: ChildProcess
  output(): string
  /** Resolves when it has ended. */
  ended: Promise<unknown>
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program as the programs' account, and waits until `isReady`. */
export async function startProgram(
  path: string,
  args: string[],
  { env = {}, isReady }: { env?: Record<string, string>; isReady: () => Promise<boolean> },
): Promise<RunningProgram> {
  const child = spawn(path, args, {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-100_000)
    })
  const ended = once(child, 'close')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  while (!(await isReady())) {
    if (!isRunning()) throw new Error(`${path} ended at its start.\n${output}`)
    await delay(50)
  }
  return {
    process: child,
    output: () => output,
    ended,
    async stop(signal = 'SIGTERM') {
      if (isRunning()) child.kill(signal)
      await ended
    },
  }
}

/** Whether something accepts connections on the port, or on the socket. */
export function isListening(place: number | string): Promise<boolean> {
  if (typeof place === 'string' && !existsSync(place)) return Promise.resolve(false)
  const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : connect(place)
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
