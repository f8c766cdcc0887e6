import { setTimeout as delay } from 'node:timers/promises'
import { type Changes, concernsAnswers } from './changes.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import type { DatabaseUrls } from './database-urls.ts'

/** How long a caller who has written reads from the primary. */
export const primaryMilliseconds = 5_000

/** A replica that is further behind is not read. With the pause, less than `primaryMilliseconds`. */
const longestLagMilliseconds = 3_000

/** The pause between two checks of a replica in use. */
const pauseMilliseconds = 1_000

/** The pause between two checks whether a replica has caught up. */
const lookMilliseconds = 10

/** Reads of lists, searches, exports and reports, whose answers may be a moment old. */
export interface Replica {
  /**
   * Runs `read`, which writes nothing, on the replica; on the primary if no replica has all changes
   * of the catalogue that this process knows of, or if the caller has just written. Repeats it on
   * the primary if the replica fails.
   */
  read<Result>(
    caller: { hasJustWritten: boolean },
    read: (db: Database) => Promise<Result>,
  ): Promise<Result>
  /** Whether the replica is read now. */
  isCurrent(): boolean
  /** Whether a replica is configured. */
  isConfigured: boolean
  close(): Promise<void>
}

/** Without a replica everything is read from the primary. */
export function noReplica(primary: Database): Replica {
  return {
    read: (_caller, read) => read(primary),
    isCurrent: () => false,
    isConfigured: false,
    close: async () => {},
  }
}

interface ReplicaOptions {
  urls: DatabaseUrls
  primary: Database
  changes: Changes
  poolSize: number
  /** Called when the replica is no longer read, and with null when it is read again. */
  onState: (reason: string | null) => void
}

/**
 * Opens the replica at `urls.replicaUrl`. After each change of the catalogue the primary is read
 * until the replica has replayed it: an answer that the change has dropped from memory must not be
 * made again from before it.
 */
export function openReplica({
  urls,
  primary,
  changes,
  poolSize,
  onState,
}: ReplicaOptions): Replica {
  if (urls.replicaUrl === undefined) return noReplica(primary)
  const db = openDatabase({
    name: 'replica',
    url: urls.replicaUrl,
    // A primary behind a pooler has its replica behind one too, or one that needs no settings either.
    directUrl: urls.directUrl && urls.replicaUrl,
    poolSize,
    endsSilent: true,
  })
  let isCurrent = false
  let isClosed = false
  let received = 0
  let checking: Promise<void> | undefined
  /** Why the replica is not read; null while it is; undefined before the first check. */
  let lastReason: string | null | undefined

  changes.onChange((tag) => {
    if (!concernsAnswers(tag)) return
    received += 1
    isCurrent = false
    check()
  })

  function report(reason: string | null): void {
    if (isClosed || reason === lastReason) return
    // A replica that works from the start is not reported.
    if (lastReason !== undefined || reason !== null) onState(reason)
    lastReason = reason
  }

  function check(): void {
    checking ??= catchUp()
      .then(report, (error: Error) => {
        isCurrent = false
        report(error.message)
      })
      .finally(() => {
        checking = undefined
      })
  }

  /** Resolves with null once the replica has all changes received, else with a reason. */
  async function catchUp(): Promise<string | null> {
    for (;;) {
      const seen = received
      const { system, position } = await positionOf(primary)
      const deadline = performance.now() + longestLagMilliseconds
      for (;;) {
        const replica = await hasReplayed(db, position)
        if (replica.system !== system) return notReadBecause('it is a copy of another database')
        if (replica.hasIt) break
        if (isClosed || performance.now() >= deadline)
          return notReadBecause(`it is more than ${longestLagMilliseconds / 1000} s behind`)
        await delay(lookMilliseconds)
      }
      if (seen === received) {
        isCurrent = true
        return null
      }
      await delay(lookMilliseconds)
    }
  }

  function notReadBecause(reason: string): string {
    isCurrent = false
    return reason
  }

  check()
  const timer = setInterval(check, pauseMilliseconds)
  timer.unref()
  return {
    async read({ hasJustWritten }, read) {
      if (!isCurrent || hasJustWritten) return read(primary)
      try {
        return await read(db)
      } catch (error) {
        if (!isReplicaFailure(error)) throw error
        isCurrent = false
        check()
        return read(primary)
      }
    },
    isCurrent: () => isCurrent,
    isConfigured: true,
    async close() {
      isClosed = true
      clearInterval(timer)
      await checking
      await db.close()
    },
  }
}

/** The position in the WAL that a change committed by now does not exceed. */
async function positionOf(primary: Database): Promise<{ system: string; position: string }> {
  const { rows } = await primary.pool.query<{ system: string; position: string }>(
    `select (select system_identifier::text from pg_control_system()) as system,
      pg_current_wal_insert_lsn()::text as position`,
  )
  const [row] = rows
  if (!row) throw new Error('no position')
  return row
}

/** Whether the replica shows all up to a position; the URL may lead to the primary, too. */
async function hasReplayed(
  replica: Database,
  position: string,
): Promise<{ system: string; hasIt: boolean }> {
  const query = {
    text: `select (select system_identifier::text from pg_control_system()) as system,
      coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_insert_lsn() end >= $1::pg_lsn, false) as has_it`,
    values: [position],
    // A network that fails silently answers nothing.
    query_timeout: longestLagMilliseconds,
  }
  const { rows } = await replica.pool.query<{ system: string; has_it: boolean }>(query)
  return { system: rows[0]?.system ?? '', hasIt: rows[0]?.has_it ?? false }
}

const statementTimeout = '57014'
/** The code of a query that a standby ended because it held up the replay of changes. */
const recoveryConflict = '40001'

/** Whether the primary may answer what the replica could not; a slow statement is slow there too. */
function isReplicaFailure(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === statementTimeout) return false
  return code === recoveryConflict || isDatabaseUnavailable(error)
}
