/**
 * Stores uploaded files. A key is `{folder}/{name}`, of lower-case letters, digits, `-` and one
 * `.`; any other is a programming error and throws.
 */
export interface Storage {
  /** Stores `bytes` under `key`, completely or not at all; replaces an existing file. */
  write(key: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined if there is no file under `key`. */
  read(key: string): Promise<Buffer | undefined>
  /** Does nothing if there is no file under `key`. */
  remove(key: string): Promise<void>
}

/** The storage cannot be reached for now. */
export class StorageUnavailable extends Error {}

/** Throws for a key that could lead out of the storage. */
export function checkKey(key: string): void {
  if (!/^[a-z]+\/[a-z0-9-]{1,80}\.[a-z]{1,5}$/.test(key)) throw new Error(`No storage key: ${key}`)
}
