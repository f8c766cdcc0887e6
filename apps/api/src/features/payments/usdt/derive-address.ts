import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { checksum, fromPublicKey, validate } from 'ox/Address'
import { fromBytes } from 'ox/PublicKey'

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
  const point = secp256k1.Point.fromBytes(publicKey)
  return fromPublicKey(fromBytes(point.toBytes(false)), { checksum: true })
}

/** An address with checksum capitals. */
export function withChecksum(address: string): string {
  return checksum(address)
}

/** Whether a text is an address; capitals must match the checksum. */
export function isAddress(text: string): boolean {
  return validate(text, { strict: text !== text.toLowerCase() })
}
