import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const ending = '.part'

/** Temporary files that are younger may still be being written, in milliseconds. */
const longestWriting = 60_000

/** Writes a file completely or not at all, even if the process is killed or the disk is full. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = join(dirname(file), `${randomUUID()}${ending}`)
  try {
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Whether a file of this name is still being written. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(ending)
}

/** Removes the temporary files that killed processes have left in `folder` and below. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names.filter(isUnfinished)) {
    const file = join(folder, name)
    // Another process that starts may have removed it already.
    const known = await stat(file).catch(() => null)
    // One that cannot be removed must not keep the shop closed.
    if (known && Date.now() - known.mtimeMs > longestWriting)
      await rm(file, { force: true }).catch(() => {})
  }
}
