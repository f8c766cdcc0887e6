import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterHome } from './cluster-home.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Durability, endWithUs } from './postmaster.ts'
import { type Account, giveToOwnerOf } from './unprivileged-account.ts'

/** The shop's role and its database; the role owns the database and is no superuser. */
export const SHOP = 'solvane'

/** Lets the shop's role, which is not a superuser, copy the cluster while it runs; by `postgres`. */
const BACKUP_RIGHTS = `ALTER ROLE ${SHOP} REPLICATION
GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean) TO ${SHOP}
`

const UNFINISHED = '.unfinished'

/**
 * Creates a cluster with the shop's role and database. It is built next to its final place and then
 * renamed, so an interrupted attempt leaves nothing that looks finished.
 *
 * Its name is never reused: a PostgreSQL that outlived its data folder would otherwise write its
 * control file into the new cluster.
 * @returns the cluster's folder.
 * @throws the signal's reason once that is aborted, with everything stopped that it had started.
 */
export async function initialiseCluster(
  home: ClusterHome,
  binaries: Binaries,
  account: Account | undefined,
  { durability, signal }: { durability: Durability; signal: AbortSignal | undefined },
): Promise<string> {
  for (const name of readdirSync(home.folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
  const cluster = join(home.folder, `cluster-${randomBytes(6).toString('hex')}`)
  const unfinished = `${cluster}${UNFINISHED}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (account) chownSync(unfinished, account.uid, account.gid)
  const run = (program: string, args: string[], input = '') =>
    runToEnd(program, args, { account, cwd: home.folder, input, signal })

  await run(binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    // PostgreSQL's own sorting and case rules are the same on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--data-checksums',
    ...(durability === 'throwaway' ? ['--no-sync'] : []),
  ])
  writeFileSync(join(unfinished, 'pg_hba.conf'), 'local all all scram-sha-256\n')
  const password = randomBytes(24).toString('base64url')
  await run(
    binaries.postgres,
    ['--single', '-D', unfinished, 'postgres'],
    `CREATE ROLE ${SHOP} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${SHOP} OWNER ${SHOP}\n${BACKUP_RIGHTS}`,
  )
  writeDurably(home.passwordFile, password)
  giveToOwnerOf(home.folder, home.passwordFile)
  renameSync(unfinished, cluster)
  recordBackupRights(home, cluster)
  syncFolder(home.folder)
  return cluster
}

/** Gives the role of a cluster that an earlier release made the rights that a backup needs. */
export async function grantBackupRights(
  home: ClusterHome,
  cluster: string,
  binaries: Binaries,
  { account, signal }: { account: Account | undefined; signal: AbortSignal | undefined },
): Promise<void> {
  const record = backupRightsRecord(home)
  if (existsSync(record) && readFileSync(record, 'utf8') === basename(cluster)) return
  const args = ['--single', '-D', cluster, 'postgres']
  await runToEnd(binaries.postgres, args, { account, cwd: cluster, input: BACKUP_RIGHTS, signal })
  recordBackupRights(home, cluster)
}

function recordBackupRights(home: ClusterHome, cluster: string): void {
  const record = backupRightsRecord(home)
  writeDurably(record, basename(cluster))
  giveToOwnerOf(home.folder, record)
}

const backupRightsRecord = (home: ClusterHome) => join(home.folder, 'backup-rights')

/** @throws EmbeddedPostgresError if another major version of PostgreSQL wrote the cluster. */
export function requireSameMajorVersion(cluster: string, binaries: Binaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const brought = binaries.version.split('.')[0]
  if (found === brought) return
  throw new EmbeddedPostgresError(
    `The data folder was written by PostgreSQL ${found} and this shop brings PostgreSQL ${brought}: dump it with the version that wrote it, or set DATA_DIR to a new folder (${cluster}).`,
  )
}

function writeDurably(file: string, content: string): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    chmodSync(file, 0o600)
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

interface RunOptions {
  account: Account | undefined
  cwd: string
  input: string
  signal: AbortSignal | undefined
}

async function runToEnd(
  program: string,
  args: string[],
  { account, cwd, input, signal }: RunOptions,
) {
  signal?.throwIfAborted()
  const child = spawn(program, args, {
    ...account,
    cwd,
    // A process group of its own, so that initdb's children can be killed with it.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  const kill = () => killGroup(child.pid)
  endWithUs(child, kill)
  signal?.addEventListener('abort', kill)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => signal?.removeEventListener('abort', kill))
  signal?.throwIfAborted()
  if (code === 0) return
  if (/No space left on device/.test(output)) {
    throw new EmbeddedPostgresError(`The disk is full: no room for the database in ${cwd}.`)
  }
  const lines = output.split('\n')
  const said = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.findLast(Boolean)
  throw new EmbeddedPostgresError(
    `PostgreSQL could not prepare its data folder ${cwd}: ${said ?? `exit code ${code}`}.`,
  )
}

function killGroup(leader: number | undefined): void {
  if (!leader) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of them have exited meanwhile.
  }
}
