import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The headers that authenticate a message, in lower case. */
export interface PayPalSignature {
  'paypal-auth-algo': string
  'paypal-cert-url': string
  'paypal-transmission-id': string
  'paypal-transmission-sig': string
  'paypal-transmission-time': string
}

export interface PayPalSigner {
  sign(body: string): PayPalSignature
  /** Whether the signature is valid for this body and webhook. */
  isGenuine(body: string, signature: PayPalSignature, webhookId: string): boolean
}

const algorithm = 'SHA256withRSA'

/**
 * Signs as PayPal does: RSA with SHA-256 over transmission id, time, webhook id and the checksum of
 * the body. The key lives as long as the process, so repeated messages are signed again.
 */
export function openPayPalSigner(webhookId: string, certificates: string): PayPalSigner {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = `${certificates}/CERT-${randomUUID()}`
  const claim = (id: string, time: string, webhook: string, body: string) =>
    `${id}|${time}|${webhook}|${crc32(body)}`
  return {
    sign(body) {
      const id = randomUUID()
      const time = new Date().toISOString()
      const signer = createSign('RSA-SHA256').update(claim(id, time, webhookId, body))
      return {
        'paypal-auth-algo': algorithm,
        'paypal-cert-url': certificate,
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signer.sign(privateKey, 'base64'),
        'paypal-transmission-time': time,
      }
    },
    isGenuine(body, signature, webhook) {
      if (signature['paypal-auth-algo'] !== algorithm) return false
      if (signature['paypal-cert-url'] !== certificate || webhook !== webhookId) return false
      const id = signature['paypal-transmission-id']
      const time = signature['paypal-transmission-time']
      return createVerify('RSA-SHA256')
        .update(claim(id, time, webhook, body))
        .verify(publicKey, signature['paypal-transmission-sig'], 'base64')
    },
  }
}
