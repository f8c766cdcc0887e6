import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type Storage } from './storage.ts'

/** Keeps files in a folder of this machine, which is made when the first comes. */
export function openFolderStorage(folder: string): Storage {
  function fileOf(key: string): string {
    checkKey(key)
    return join(folder, key)
  }

  return {
    async write(key, bytes) {
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true })
      // Whole or not at all, also when the process is killed while writing.
      const unfinished = join(dirname(file), `${randomUUID()}.part`)
      await writeFile(unfinished, bytes)
      await rename(unfinished, file)
    },
    async read(key) {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true })
    },
  }
}
