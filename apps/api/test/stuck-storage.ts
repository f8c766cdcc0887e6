import type { Storage } from '../src/platform/storage/storage.ts'

/** A storage that cannot delete one of its files. */
export function stuckStorage(storage: Storage, stuckKey: string | undefined): Storage {
  return {
    ...storage,
    remove: (key) =>
      key === stuckKey ? Promise.reject(new Error('It is locked')) : storage.remove(key),
  }
}

/** Those of these files that a storage still has. */
export async function filesLeft(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const files = await Promise.all(keys.map((key) => storage.read(key)))
  return keys.filter((_key, index) => files[index])
}
