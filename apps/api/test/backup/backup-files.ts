import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** A new folder that PostgreSQL's own account can enter when root runs the tests. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-backup-'))
  await chmod(folder, 0o711)
  return folder
}

/** The hash of every file in a folder and below, by its path. */
export async function fileHashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const hashes = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const hash = createHash('sha256').update(await readFile(path))
      return [relative(folder, path), hash.digest('hex')] as const
    }),
  )
  return Object.fromEntries(hashes.sort())
}
