import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { ClusterHome } from './cluster-home.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, giveToOwnerOf } from './unprivileged-account.ts'

/** `safe` survives any crash; `throwaway` is for test databases. */
export type Durability = 'safe' | 'throwaway'

/** Measured for a shop on two cores; PostgreSQL's defaults are for tiny machines. */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Two cores serve many short queries better without parallel workers.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}
const SETTINGS_BY_DURABILITY = {
  safe: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  throwaway: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Tests run many shops on one server.
    max_connections: '200',
    // A running worker would keep the tests from dropping their databases.
    autovacuum: 'off',
  },
}

const READY_WITHIN_MILLISECONDS = 60_000
/** A longer checkpoint is left to the next start, which replays the log. */
const STOP_WITHIN_MILLISECONDS = 1_800
const LARGEST_LOG_BYTES = 5_000_000

/** A running server. */
export interface Postmaster {
  /** Resolves with a sentence if the server exits without `stop`. */
  died: Promise<string>
  /** Closes all connections and stops the server. */
  stop(): Promise<void>
}

export interface PostmasterOptions {
  home: ClusterHome
  cluster: string
  binaries: Binaries
  account: Account | undefined
  socketFolder: string
  durability: Durability
  signal: AbortSignal | undefined
}

/**
 * Starts the server and resolves when it accepts connections.
 * @throws EmbeddedPostgresError with the reason from its log if it does not start; the signal's
 * reason once that is aborted, with the server stopped.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { home, cluster, binaries, account, socketFolder, durability, signal } = options
  signal?.throwIfAborted()
  const settings = {
    ...SETTINGS,
    ...SETTINGS_BY_DURABILITY[durability],
    unix_socket_directories: socketFolder,
  }
  const logStart = rotateLog(home.logFile)
  const log = openSync(home.logFile, 'a', 0o600)
  giveToOwnerOf(home.folder, home.logFile)
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)],
    {
      ...account,
      cwd: cluster,
      // A session of its own: Ctrl-C in the terminal must reach the shop only, which then stops the
      // server.
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    },
  )
  closeSync(log)
  endWithUs(child, () => child.kill('SIGQUIT'))
  let stopping = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || !child.pid
  async function stop() {
    stopping = true
    if (hasEnded()) return
    child.kill('SIGINT')
    const slow = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN_MILLISECONDS)
    await ended
    clearTimeout(slow)
  }

  const deadline = performance.now() + READY_WITHIN_MILLISECONDS
  while (!isReady(cluster, child)) {
    if (hasEnded() || performance.now() > deadline) {
      child.kill('SIGQUIT')
      await ended
      throw new EmbeddedPostgresError(lastWords('did not start', home.logFile, logStart))
    }
    if (signal?.aborted) {
      await stop()
      throw signal.reason
    }
    await Promise.race([delay(10), ended])
  }
  return {
    died: ended.then(() =>
      stopping
        ? new Promise<never>(() => {})
        : lastWords('ended by itself', home.logFile, logStart),
    ),
    stop,
  }
}

/** PostgreSQL writes its state into the last line of its pid file; pg_ctl reads it there, too. */
function isReady(cluster: string, child: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** Keeps one older log; returns the position at which this run's lines begin. */
function rotateLog(logFile: string): number {
  const bytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= LARGEST_LOG_BYTES) return bytes
  renameSync(logFile, `${logFile}.old`)
  return 0
}

/** A sentence with the reason found in the log after the position `from`. */
function lastWords(what: string, logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  if (lines.some((line) => line.includes('No space left on device'))) {
    return `The disk is full: PostgreSQL cannot write beside ${logFile}.`
  }
  const said = lines.findLast((line) => /FATAL:|PANIC:|error while loading/.test(line))
  const reason = said?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it said nothing'
  return `PostgreSQL ${what}: ${reason} (log: ${logFile}).`
}

/** Calls `kill` if this process exits before the child: nobody could stop it afterwards. */
export function endWithUs(child: ChildProcess, kill: () => void): void {
  process.once('exit', kill)
  const forget = () => process.off('exit', kill)
  child.once('exit', forget)
  child.once('error', forget)
}

const FAST_STOP_MILLISECONDS = 10_000
const LAST_STOP_MILLISECONDS = 5_000

/**
 * Cleans up after a killed server: stops the processes of its PostgreSQL and removes the pid file.
 * Call it only while holding the lock of the data folder, which proves that no living server owns
 * them; a process is killed only if its working directory is this cluster's folder.
 * @returns how many processes had to be stopped.
 * @throws the signal's reason once that is aborted, after killing them.
 */
export async function clearLeftovers(
  cluster: string,
  stopped: AbortSignal | undefined,
): Promise<number> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return 0
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const running = processesOf(cluster, postmaster)
  if (running.includes(postmaster)) signal(postmaster, 'SIGINT')
  const isGone = (within: number) => gone(cluster, postmaster, within, stopped)
  if (!(await isGone(FAST_STOP_MILLISECONDS))) {
    for (const pid of processesOf(cluster, postmaster)) signal(pid, 'SIGQUIT')
    stopped?.throwIfAborted()
    if (!(await isGone(LAST_STOP_MILLISECONDS))) {
      stopped?.throwIfAborted()
      throw new EmbeddedPostgresError(
        `A PostgreSQL left over from an earlier run does not stop: end process ${postmaster} and start again.`,
      )
    }
  }
  // In a container its number may by now belong to another process, which PostgreSQL would take for
  // itself.
  rmSync(pidFile, { force: true })
  return running.length
}

async function gone(
  cluster: string,
  postmaster: number,
  withinMilliseconds: number,
  stopped: AbortSignal | undefined,
) {
  const deadline = performance.now() + withinMilliseconds
  while (processesOf(cluster, postmaster).length > 0) {
    if (performance.now() > deadline || stopped?.aborted) return false
    await delay(20)
  }
  return true
}

/** Every process of a server has its cluster's folder as working directory, and no other has. */
function processesOf(cluster: string, postmaster: number): number[] {
  if (process.platform !== 'linux') return isPostmaster(postmaster, cluster) ? [postmaster] : []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === cluster &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
      )
    } catch {
      return false
    }
  })
}

function isPostmaster(pid: number, cluster: string): boolean {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited meanwhile.
  }
}
