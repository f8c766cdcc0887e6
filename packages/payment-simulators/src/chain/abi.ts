/** Encoding of Ethereum's JSON-RPC. Addresses are `0x` and 40 hexadecimal digits. */

/** The Keccak-256 of the event `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The first four bytes of the Keccak-256 of each function's signature. */
export const selectors = {
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  balanceOf: '0x70a08231',
} as const

/** A number as a quantity: without leading zeros. */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** A number as a word of 32 bytes. */
export function uint256(value: number | bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** An address as a word. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** The address in a word. */
export function addressOfWord(word: string): string {
  return `0x${word.slice(-40).toLowerCase()}`
}

/** A short text as a function returns it: offset, length, bytes. */
export function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8')
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return `${uint256(32)}${uint256(bytes.length).slice(2)}${padded}`
}
