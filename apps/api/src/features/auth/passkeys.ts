import { randomUUID } from 'node:crypto'
import {
  mostPasskeys,
  type NewPasskey,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
  type SignedChallenge,
} from '@solvane/contract/passkeys'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import { accountLimits } from './account-limits.ts'
import { challengeLife, makeChallenge, takeChallenge } from './passkey-challenges.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  setPasskeyUsed,
} from './passkeys.queries.ts'
import { sendSecurityEmail } from './second-factor.ts'
import { lockCaller } from './sessions.ts'
import { findUser, lockUser, type UserRow } from './users.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs' | 'limits' | 'log'>

/** Ed25519, ECDSA with P-256, RSA (COSE numbers): one of them every authenticator has. */
const algorithms = [-8, -7, -257]

/** Loads the library with the first passkey: that takes a third of a second and 25 MB. */
async function loadWebAuthn() {
  const library = await import('@simplewebauthn/server')
  // The maker of an authenticator does not matter here. Without roots no certificate chain is
  // followed, which would fetch revocation lists from addresses in the certificates.
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return library
}

/** The site that passkeys belong to. */
function siteOf({ publicUrl }: AppContext['config']): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

/** The id by which authenticators know an account, which says nothing about the person. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** The passkeys of an account, oldest first. */
export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  return (await listPasskeys(db, userId)).map(toPasskey)
}

function toPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }
}

/** The options for the browser to make a passkey. Throws `TOO_MANY_PASSKEYS`, `TOO_MANY_REQUESTS`. */
export async function beginPasskey(ctx: Context, userId: string): Promise<PasskeyCreation> {
  await ctx.limits.count(accountLimits.passkeyOfAccount, userId)
  const user = await findUser(ctx.db.kysely, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  const passkeys = await listPasskeys(ctx.db.kysely, userId)
  if (passkeys.length >= mostPasskeys) throw new ShopError('TOO_MANY_PASSKEYS')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Solvane',
    rpID: siteOf(ctx.config).rpId,
    userID: handleOf(userId),
    userName: user.email,
    userDisplayName: user.nick_name ?? user.email,
    challenge: Uint8Array.from(await makeChallenge(ctx, 'ADD', userId)),
    timeout: challengeLife,
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return options as PasskeyCreation
}

const toDescriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  transports,
})

/** The authenticator's part of a new passkey. Throws `PASSKEY_REFUSED`. */
export async function checkNewPasskey(
  ctx: Context,
  userId: string,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<PasskeyRow> {
  const expectedChallenge = await takeChallenge(ctx, passkey.response.clientDataJSON, {
    purpose: 'ADD',
    userId,
  })
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { origin, rpId } = siteOf(ctx.config)
  const { registrationInfo } = await refusingErrors(ctx, { userId }, () =>
    verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!registrationInfo) throw new ShopError('PASSKEY_REFUSED')
  const { credential } = registrationInfo
  return {
    id: randomUUID(),
    user_id: userId,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name,
    created_at: ctx.clock.now(),
    last_used_at: null,
  }
}

/**
 * Adds a passkey that was checked, for a locked account, and e-mails its owner. Throws
 * `TOO_MANY_PASSKEYS`, and `PASSKEY_REFUSED` if an account has it already.
 */
export async function savePasskey(
  ctx: Context,
  tx: Queryable,
  user: UserRow,
  passkey: PasskeyRow,
): Promise<Passkey> {
  if ((await listPasskeys(tx, user.id)).length >= mostPasskeys)
    throw new ShopError('TOO_MANY_PASSKEYS')
  if (!(await insertPasskey(tx, passkey))) throw new ShopError('PASSKEY_REFUSED')
  await sendSecurityEmail(ctx, tx, user, 'PASSKEY_ADDED')
  return toPasskey(passkey)
}

/** Adds a passkey to a shopper's account. Throws `PASSKEY_REFUSED`, `TOO_MANY_PASSKEYS`. */
export async function addPasskey(
  ctx: Context,
  user: SignedIn['user'],
  input: { name: string; passkey: NewPasskey },
): Promise<Passkey> {
  const passkey = await checkNewPasskey(ctx, user.id, input)
  return ctx.db.kysely
    .transaction()
    .execute(async (tx) => savePasskey(ctx, tx, await lockCaller(tx, user), passkey))
}

/**
 * Removes a passkey and e-mails the owner; `checkRest` joins the transaction. Throws
 * `PASSKEY_NOT_FOUND`.
 */
export async function removePasskey(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>,
  { id, userId }: { id: string; userId: string },
  checkRest?: (tx: Queryable, user: UserRow) => Promise<void>,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await deletePasskey(tx, { id, userId })))
      throw new ShopError('PASSKEY_NOT_FOUND')
    await checkRest?.(tx, user)
    await sendSecurityEmail(ctx, tx, user, 'PASSKEY_REMOVED')
  })
}

/** The challenge for a passkey: any passkey to sign in, else one of the account's. */
export async function requestPasskey(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  userId: string | null,
): Promise<PasskeyRequest> {
  const passkeys = userId ? await listPasskeys(ctx.db.kysely, userId) : []
  const challenge = await makeChallenge(ctx, userId ? 'CONFIRM' : 'SIGN_IN', userId)
  return {
    challenge: challenge.toString('base64url'),
    rpId: siteOf(ctx.config).rpId,
    timeout: challengeLife,
    allowCredentials: passkeys.map((row) => ({ ...toDescriptor(row), type: 'public-key' })),
    userVerification: 'required',
  }
}

/**
 * Runs `act` with the account, locked, and the passkey that has signed a challenge for it; for
 * signing in with `userId` null. The authenticator must have verified its user. Throws
 * `PASSKEY_REFUSED`.
 */
export async function withPasskey<Result>(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'log'>,
  signed: SignedChallenge,
  userId: string | null,
  act: (tx: Queryable, user: UserRow, passkey: PasskeyRow) => Promise<Result>,
): Promise<Result> {
  const purpose = userId ? 'CONFIRM' : 'SIGN_IN'
  const expectedChallenge = await takeChallenge(ctx, signed.response.clientDataJSON, {
    purpose,
    userId,
  })
  const credentialId = Buffer.from(signed.id, 'base64url')
  const owner = (await findPasskey(ctx.db.kysely, credentialId))?.user_id
  const { userHandle } = signed.response
  // WebAuthn 7.2: for signing in the authenticator itself must name the account.
  const handle = owner && Buffer.from(handleOf(owner)).toString('base64url')
  if (!owner || (userId && owner !== userId) || (userHandle ?? (userId && handle)) !== handle)
    throw new ShopError('PASSKEY_REFUSED')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { origin, rpId } = siteOf(ctx.config)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, owner)
    // Read again: of concurrent uses the later one must see the counter of the earlier one.
    const passkey = await findPasskey(tx, credentialId)
    if (!user || user.blocked_at || passkey?.user_id !== owner)
      throw new ShopError('PASSKEY_REFUSED')
    const { verified, authenticationInfo } = await refusingErrors(
      ctx,
      { passkeyId: passkey.id },
      () =>
        verifyAuthenticationResponse({
          response: { ...signed, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential: {
            id: signed.id,
            publicKey: Uint8Array.from(passkey.public_key),
            counter: passkey.counter,
          },
          requireUserVerification: true,
        }),
    )
    if (!verified) throw new ShopError('PASSKEY_REFUSED')
    await setPasskeyUsed(tx, passkey.id, {
      counter: authenticationInfo.newCounter,
      last_used_at: ctx.clock.now(),
    })
    return act(tx, user, passkey)
  })
}

/**
 * Runs a check of the library, and rejects whatever it rejects: another origin, no verification of
 * the user, a counter that has not grown, because the key may have been copied.
 */
async function refusingErrors<Result>(
  { log }: Pick<AppContext, 'log'>,
  subject: { userId: string } | { passkeyId: string },
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    log.warn({ ...subject, err: error }, 'passkey rejected')
    throw new ShopError('PASSKEY_REFUSED')
  }
}
