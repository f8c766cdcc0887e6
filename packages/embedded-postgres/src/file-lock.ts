import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const SQLITE_BUSY = 5

/** The files this process has locked: to open and close one again would release its lock. */
const held = new Set<string>()

/**
 * Locks a file for this process until `release` or the process's death.
 *
 * It is the kernel's file lock, taken through SQLite because Node has no flock: it cannot become
 * stale, however the process is killed, and two processes can never both hold it.
 * @returns undefined if it is locked, by another process or this one.
 */
export function lockFile(path: string): { release(): void } | undefined {
  if (held.has(path)) return undefined
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
  held.add(path)
  return {
    release() {
      lock.close()
      held.delete(path)
    },
  }
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
