import { HDKey } from '@scure/bip32'
import { addr } from 'micro-eth-signer'

/** Whether a text is an extended public key with a valid checksum; a private key is not. */
export function isExtendedPublicKey(text: string): boolean {
  try {
    return HDKey.fromExtendedKey(text).privateKey === null
  } catch {
    return false
  }
}

/**
 * Address `index` of an account, from its extended public key: receiving addresses are `0/index`,
 * as in wallets. With checksum capitals.
 */
export function deriveAddress(extendedPublicKey: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(extendedPublicKey).deriveChild(0).deriveChild(index)
  if (!publicKey) throw new Error(`The address ${index} cannot be derived`)
  return addr.fromPublicKey(publicKey)
}

/** An address with checksum capitals. */
export function withChecksum(address: string): string {
  return addr.addChecksum(address)
}

/** Whether a text is an address: in lower case, or with capitals that match the checksum. */
export function isAddress(text: string): boolean {
  return addr.isValid(text) && [text.toLowerCase(), addr.addChecksum(text)].includes(text)
}
