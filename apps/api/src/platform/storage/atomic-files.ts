import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const ending = '.part'

/** What is still being written is younger, in milliseconds. */
const longestWriting = 60_000

/** Writes a file whole or not at all, also when the process is killed meanwhile, or the disk is full. */
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

/** Removes what a process that was killed has left of files in `folder` and those below. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names.filter((name) => name.endsWith(ending))) {
    const file = join(folder, name)
    // Another process that starts may have been quicker.
    const known = await stat(file).catch(() => null)
    if (known && Date.now() - known.mtimeMs > longestWriting) await rm(file, { force: true })
  }
}
