import { z } from 'zod'
import { tokens } from './auth.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { instant } from './money.ts'
import { requiredLine } from './text.ts'

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instant,
  /** Null: never yet. */
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** The most passkeys of an account. */
export const mostPasskeys = 20

/** Binary data as browsers send it; more than an authenticator ever sends. */
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8_000)

/** The fields of every answer of an authenticator, as `PublicKeyCredential` names them. */
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** A new passkey, as the browser answers, without the fields that the server does not need. */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** A challenge that a passkey has signed, as the browser answers, without other fields. */
export const signedChallenge = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    /** The account that the authenticator knows the passkey by. */
    userHandle: base64url.optional(),
  }),
})
export type SignedChallenge = z.infer<typeof signedChallenge>

const known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/**
 * The options for the browser to make a passkey; binary data in base64url. Valid for ten minutes,
 * once.
 */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  /** The passkeys that the account has: no authenticator makes a second one. */
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/**
 * The options for the browser to let a passkey sign; binary data in base64url. Valid for ten
 * minutes, once.
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  /** The passkeys that may sign; empty: any. */
  allowCredentials: z.array(known),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** The name of a new passkey, and the browser's response. */
export const passkeyInput = z.strictObject({
  name: requiredLine('Please enter a name', 60),
  passkey: newPasskey,
})
export const passkeyParams = z.object({ passkeyId: z.uuid() })

export const beginPasskeySignIn = defineEndpoint('beginPasskeySignIn', {
  summary: 'What a passkey has to sign for signing in; the same for every caller',
  response: envelope(passkeyRequest),
  errors: ['TOO_MANY_REQUESTS'],
})

export const signInByPasskey = defineEndpoint('signInByPasskey', {
  summary: 'Signs in by a passkey, which for staff counts as both factors',
  body: z.strictObject({ passkey: signedChallenge }),
  response: envelope(tokens),
  errors: ['PASSKEY_REFUSED', 'TOO_MANY_REQUESTS'],
})

export const listMyPasskeys = defineEndpoint('listMyPasskeys', {
  summary: 'The passkeys of the signed-in account, oldest first',
  access: 'user',
  response: envelope(z.array(passkey)),
  errors: ['UNAUTHENTICATED'],
})

/** Staff have endpoints of their own, which ask for a confirmation. */
const ownErrors = ['UNAUTHENTICATED', 'STAFF_ACCOUNT'] as const

export const beginPasskey = defineEndpoint('beginPasskey', {
  summary: 'What the browser needs to make a passkey for the signed-in shopper',
  access: 'user',
  response: envelope(passkeyCreation),
  errors: [...ownErrors, 'TOO_MANY_PASSKEYS', 'TOO_MANY_REQUESTS'],
})

export const addPasskey = defineEndpoint('addPasskey', {
  summary: 'Adds a passkey to the signed-in shopper’s account, and says so by e-mail',
  access: 'user',
  body: passkeyInput,
  response: envelope(passkey),
  errors: [...ownErrors, 'PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
  status: 201,
})

export const removePasskey = defineEndpoint('removePasskey', {
  summary: 'Removes a passkey of the signed-in shopper, and says so by e-mail',
  access: 'user',
  params: passkeyParams,
  response: envelope(z.null()),
  errors: [...ownErrors, 'PASSKEY_NOT_FOUND'],
})
