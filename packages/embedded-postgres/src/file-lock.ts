import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const SQLITE_BUSY = 5

/**
 * Takes a file, and with it the folder it stands for, for this process alone, until `release` or the
 * process's death.
 *
 * The lock is the kernel's own file lock, taken through SQLite because Node offers no flock: it
 * cannot go stale, whatever kills the process, and two starters can never both hold it.
 * @returns undefined when another process holds it.
 */
export function lockFile(path: string): { release(): void } | undefined {
  const lock = openLock(path)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined
    throw new EmbeddedPostgresError(`The data folder cannot be locked (${path}): ${reason(error)}.`)
  }
  return { release: () => lock.close() }
}

function openLock(path: string): DatabaseSync {
  try {
    closeSync(openSync(path, 'a', 0o600))
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder is not writable (${path}): ${reason(error)}.`)
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
