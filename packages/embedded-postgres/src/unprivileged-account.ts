import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'

/** The numeric user and group a child process runs as. */
export interface Account {
  uid: number
  gid: number
}

const TRADITIONAL_NOBODY = { uid: 65534, gid: 65534 }

/**
 * The account for PostgreSQL; undefined for the current one. PostgreSQL refuses to run as root:
 * then it is the owner of the data folder, or else `nobody`, which every system has without
 * useradd.
 * @param existingHome the folder of the cluster, if it exists already.
 */
export function postgresAccount(existingHome: string | undefined): Account | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const owner = existingHome === undefined ? undefined : ownerOf(existingHome)
  const account = owner?.uid ? owner : (nobodyFrom(passwdLines()) ?? TRADITIONAL_NOBODY)
  const probe = spawnSync('/bin/sh', ['-c', ':'], { ...account, stdio: 'ignore' })
  if (probe.error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and this system does not let root become "nobody" (${systemErrorCode(probe.error)}): start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return account
}

/** Gives a file that root created to the owner of its folder, who must be able to use it, too. */
export function giveToOwnerOf(folder: string, file: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = ownerOf(folder)
  chownSync(file, uid, gid)
}

function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** Whether the account can enter the folder and all its parents. */
export function canEnter(account: Account, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return probe.status === 0
}

/** Whether the account can run the program, including its libraries. */
export function canRun(account: Account, program: string): boolean {
  const probe = spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' })
  return probe.status === 0
}

function passwdLines(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}

function nobodyFrom(lines: string[]): Account | undefined {
  const [, , uid, gid] = lines.find((line) => line.startsWith('nobody:'))?.split(':') ?? []
  const account = { uid: Number(uid), gid: Number(gid) }
  return account.uid > 0 && account.gid > 0 ? account : undefined
}
