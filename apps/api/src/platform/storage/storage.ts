/**
 * Keeps files that people have sent. A key is `{folder}/{name}`, of small letters, digits, `-` and one
 * `.`; any other is a mistake in the code and throws.
 */
export interface Storage {
  /** Keeps `bytes` under `key`, whole or not at all; replaces what was there. */
  write(key: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined when there is nothing under `key`. */
  read(key: string): Promise<Buffer | undefined>
  /** Nothing happens when there is nothing under `key`. */
  remove(key: string): Promise<void>
}

/** The files cannot be reached now; later they may. */
export class StorageUnavailable extends Error {}

/** Throws on a key that could lead anywhere else. */
export function checkKey(key: string): void {
  if (!/^[a-z]+\/[a-z0-9-]{1,80}\.[a-z]{1,5}$/.test(key)) throw new Error(`No storage key: ${key}`)
}
