/** Throws on a key that could lead anywhere else. */
export function checkKey(key: string): void {
  if (!/^[a-z]+\/[a-z0-9-]{1,80}\.[a-z]{1,5}$/.test(key)) throw new Error(`No storage key: ${key}`)
}
