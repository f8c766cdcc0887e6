import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

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
