import { ServiceUnavailable } from '../errors/shop-error.ts'

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
  /** The keys of all files, in no order. */
  keys(): AsyncIterable<string>
}

/** The storage cannot be reached for now. */
export class StorageUnavailable extends ServiceUnavailable {}

/** Throws for a key that could lead out of the storage. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`No storage key: ${key}`)
}

/** Whether a file's path is a key; a bucket may hold other files, too. */
export function isKey(path: string): boolean {
  return /^[a-z]+\/[a-z0-9-]{1,80}\.[a-z]{1,5}$/.test(path)
}
