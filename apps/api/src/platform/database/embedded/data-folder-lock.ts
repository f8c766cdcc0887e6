import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../../process/startup-error.ts'

const SQLITE_BUSY = 5

/**
 * Takes the data folder for this process alone, until `release` or the process's death.
 *
 * The lock is the kernel's own file lock, taken through SQLite because Node offers no flock: it
 * cannot go stale, whatever kills the process, and two starters can never both hold it.
 * @returns undefined when another process holds it.
 */
export function lockDataFolder(lockFile: string): { release(): void } | undefined {
  const lock = openLock(lockFile)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined
    throw new StartupError(`The data folder cannot be locked (${lockFile}): ${reason(error)}.`)
  }
  return { release: () => lock.close() }
}

function openLock(lockFile: string): DatabaseSync {
  try {
    closeSync(openSync(lockFile, 'a', 0o600))
    return new DatabaseSync(lockFile, { timeout: 0 })
  } catch (error) {
    throw new StartupError(`The data folder is not writable (${lockFile}): ${reason(error)}.`)
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
