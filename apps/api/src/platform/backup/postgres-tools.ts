import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { StartupError } from '../process/lifecycle.ts'

export interface PostgresTool {
  path: string
  /** Its major version. */
  version: number
}

/** The folders where packages of PostgreSQL put the programs of each version. */
const PACKAGE_FOLDERS = [
  { parent: '/usr/lib/postgresql', folder: /^\d+$/ },
  { parent: '/usr', folder: /^pgsql-\d+$/ },
]

/**
 * Finds the `pg_dump` or `pg_restore` for a server: of its major version, else the next newer one.
 * @throws StartupError when there is none.
 */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  folders?: string[],
): Promise<PostgresTool> {
  const found: PostgresTool[] = []
  for (const folder of folders ?? (await programFolders())) {
    const path = join(folder, name)
    const version = await versionOf(path)
    if (version) found.push({ path, version })
  }
  const fitting = found.filter(({ version }) => version >= major)
  const [best] = fitting.sort((one, other) => one.version - other.version)
  if (best) return best
  const newest = Math.max(...found.map(({ version }) => version))
  const state = found.length > 0 ? `${name} ${newest} is too old` : `${name} is not installed`
  throw new StartupError(
    `${state}: install PostgreSQL's client programs, version ${major} or newer, and have them on the PATH.`,
  )
}

async function programFolders(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const { parent, folder } of PACKAGE_FOLDERS) {
    const names = await readdir(parent).catch(() => [])
    folders.push(
      ...names.filter((name) => folder.test(name)).map((name) => join(parent, name, 'bin')),
    )
  }
  return folders
}

async function versionOf(path: string): Promise<number | undefined> {
  const said = await promisify(execFile)(path, ['--version']).catch(() => undefined)
  const [, version] = /\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '') ?? []
  return version ? Number(version) : undefined
}

/** Everything in the database at `url`, as an archive of `pg_dump`, as the snapshot shows it. */
export function dump({ path, version }: PostgresTool, url: string, snapshot: string): Readable {
  const { address, environment } = forLibpq(url, version)
  const args = ['--format=custom', `--snapshot=${snapshot}`, '--no-password', `--dbname=${address}`]
  const child = spawn(path, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = endOf('pg_dump', child)
  const archive = new PassThrough()
  // The archive ends only after pg_dump has succeeded: an unfinished dump must fail its reader.
  pipeline(child.stdout, archive, { end: false })
    .then(() => ended)
    .then(
      () => archive.end(),
      (error) => archive.destroy(error),
    )
  ended.catch((error) => archive.destroy(error))
  return archive
}

/** Restores an archive of `pg_dump` into the empty database at `url`: completely or not at all. */
export async function restoreDump(
  { path, version }: PostgresTool,
  url: string,
  archive: Readable,
): Promise<void> {
  const { address, environment } = forLibpq(url, version)
  const args = [
    '--single-transaction',
    '--exit-on-error',
    // Roles are another server's matter, and comments are only the extensions' own.
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    '--no-password',
    `--dbname=${address}`,
  ]
  const child = spawn(path, args, { env: environment, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = endOf('pg_restore', child)
  // The error of pg_restore explains why it stopped reading.
  const sent = pipeline(archive, child.stdin).catch((error) =>
    ended.then(() => Promise.reject(error)),
  )
  await Promise.all([ended, sent])
}

function endOf(name: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) =>
      code === 0 ? done() : failed(new StartupError(`${name} failed: ${said.trim()}`)),
    )
  })
}

/** The driver verifies certificates by the system's authorities; from this version on libpq can, too. */
const KNOWS_SYSTEM_AUTHORITIES = 16

/**
 * A database URL of the driver's as libpq understands it. The password is in the environment, where
 * other users of the machine do not see it.
 */
export function forLibpq(url: string, version: number) {
  const [, start = '', password, rest = url] =
    /^(postgres(?:ql)?:\/\/[^:@/]*)(?::([^@/]*))?(@.*)$/.exec(url) ?? []
  const [place = '', query = ''] = (start + rest).split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('uselibpqcompat')
  parameters.delete('sslnegotiation')
  const encryption = parameters.get('sslmode')
  if (encryption === 'no-verify') parameters.set('sslmode', 'require')
  const needsAuthorities =
    encryption === 'verify-full' && !parameters.has('sslrootcert') && !process.env.PGSSLROOTCERT
  if (needsAuthorities && version >= KNOWS_SYSTEM_AUTHORITIES)
    parameters.set('sslrootcert', 'system')
  return {
    address: parameters.size > 0 ? `${place}?${parameters}` : place,
    environment: {
      ...process.env,
      ...(password !== undefined && { PGPASSWORD: decodeURIComponent(password) }),
    },
  }
}
