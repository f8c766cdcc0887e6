import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedChallenge,
} from '@solvane/contract/passkeys'

/** The mistakes that an authenticator or its browser may make. */
export interface Deviation {
  /** The site that the browser is on. */
  origin?: string
  /** Whether the authenticator has verified its user; by default. */
  isVerified?: boolean
  /** The counter; by default one more than before. */
  counter?: number
  /** The account that the authenticator names. */
  userHandle?: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** A byte string in CBOR. */
const bytesInCbor = (data: Buffer) =>
  Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

/** An authenticator with one passkey (ES256, no attestation), in a browser at `origin`. */
export class Authenticator {
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #id = randomBytes(32)
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** Makes the passkey. */
  make({ challenge, rp, user }: PasskeyCreation, deviation: Deviation = {}): NewPasskey {
    this.#userHandle = user.id
    const authData = Buffer.concat([
      this.#dataFor(rp.id, attested, deviation),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      this.#keyInCose(),
    ])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.from([0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0]),
      Buffer.from([0x68]),
      Buffer.from('authData'),
      bytesInCbor(authData),
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge. */
  sign({ challenge, rpId }: PasskeyRequest, deviation: Deviation = {}): SignedChallenge {
    this.#counter += 1
    const authenticatorData = this.#dataFor(rpId, 0, deviation)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, deviation)
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, 'base64url')),
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#privateKey)),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = base64url(this.#id)
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviation): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #dataFor(rpId: string, flags: number, { isVerified = true, counter }: Deviation): Buffer {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags | userPresent | (isVerified ? userVerified : 0))
    tail.writeUInt32BE(counter ?? this.#counter, 1)
    return Buffer.concat([sha256(rpId), tail])
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  #keyInCose(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const part = (key: number, data: string) =>
      Buffer.concat([Buffer.from([key, 0x58, 32]), Buffer.from(data, 'base64url')])
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      part(0x21, x),
      part(0x22, y),
    ])
  }
}
