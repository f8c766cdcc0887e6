import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of a second, in `/proc`. */
const ticks = 100

/**
 * Processor time so far, in seconds, of the PostgreSQL in a shop's data folder with all its
 * processes, also ended ones. NaN where there is no `/proc`.
 */
export function postgresCpuSeconds(dataDir: string): number {
  try {
    const folder = join(dataDir, 'postgres')
    const cluster = readdirSync(folder).find((name) => name.startsWith('cluster-')) ?? ''
    const file = readFileSync(join(folder, cluster, 'postmaster.pid'), 'utf8')
    const postmaster = Number(file.split('\n')[0])
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const stats = processes.flatMap((pid) => readStat(pid) ?? [])
    const ours = stats.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    const sum = ours.reduce((total, { own, ended }) => total + own + ended, 0)
    return sum / ticks
  } catch {
    return Number.NaN
  }
}

function readStat(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const number = (place: number) => Number(fields[place])
    return {
      pid: Number(pid),
      parent: number(1),
      own: number(11) + number(12),
      ended: number(13) + number(14),
    }
  } catch {
    return undefined
  }
}
