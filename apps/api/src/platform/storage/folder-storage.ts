import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './atomic-files.ts'
import { checkKey, type Storage } from './storage.ts'

/** Keeps files in a folder of this machine, which is made when the first comes. */
export function openFolderStorage(folder: string): Storage {
  function fileOf(key: string): string {
    checkKey(key)
    return join(folder, key)
  }

  return {
    async write(key, bytes) {
      await writeWhole(fileOf(key), bytes)
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
