import { randomBytes } from 'node:crypto'
import type { StaffSecurity } from '@solvane/contract/account.admin'
import type { NewPasskey, PasskeyRequest, SignedChallenge } from '@solvane/contract/passkeys'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import { accountLimits, countFactorCode } from './account-limits.ts'
import { checkPassword } from './accounts.ts'
import {
  confirmationLife,
  describeTotp,
  hasFactor,
  isFresh,
  needsFactor,
  plainRecoveryCode,
  stepOfCode,
  waysOf,
} from './factor-rules.ts'
import {
  deleteTicketsOfUser,
  deleteTotp,
  enablePendingSecret,
  findConfirmation,
  findFactors,
  lockTotp,
  replaceRecoveryCodes,
  savePendingSecret,
  setConfirmation,
} from './factors.queries.ts'
import {
  checkNewPasskey,
  passkeysOf,
  removePasskey,
  requestPasskey,
  savePasskey,
  withPasskey,
} from './passkeys.ts'
import { sendSecurityEmail, useCode } from './second-factor.ts'
import { hashToken } from './secrets.ts'
import { endOtherSessions } from './sessions.queries.ts'
import { forgetSessions, lockCaller } from './sessions.ts'
import { findUser, lockUser, type UserRow } from './users.queries.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits' | 'log'>

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
const recoveryCodes = 10
/** 80 bits, so that a fast hash is enough. */
const recoveryBytes = 10

/** The factors of the signed-in member of staff. */
export async function getSecurity(
  ctx: Pick<AppContext, 'db'>,
  { user }: SignedIn,
): Promise<StaffSecurity> {
  const [{ email }, factors, passkeys] = await Promise.all([
    member(ctx, user.id),
    findFactors(ctx.db.kysely, user.id),
    passkeysOf(ctx.db.kysely, user.id),
  ])
  return {
    email,
    mustAddFactor: user.mustAddFactor,
    totpSince: factors.totpSince?.toISOString() ?? null,
    passkeys,
    recoveryCodesLeft: factors.recoveryCodesLeft,
  }
}

/** The challenge that a passkey signs to confirm. Throws `TOO_MANY_REQUESTS`. */
export async function beginPasskeyConfirmation(
  ctx: Context,
  { user: { id } }: SignedIn,
): Promise<PasskeyRequest> {
  await ctx.limits.count(accountLimits.passkeyOfAccount, id)
  return requestPasskey(ctx, id)
}

/**
 * Confirms for ten minutes that the member of staff is there: by a passkey or a code; by the password
 * only without a second factor. Throws `FACTOR_CODE_WRONG`, `PASSKEY_REFUSED`, `WRONG_PASSWORD`,
 * `TOO_MANY_REQUESTS`.
 */
export async function confirm(
  ctx: Context,
  { user: { id, sessionId } }: SignedIn,
  proof: { secretCode: string } | { passkey: SignedChallenge } | { password: string },
): Promise<{ confirmedUntil: string }> {
  const confirmedAt = ctx.clock.now()
  if ('password' in proof) {
    if (hasFactor(await findFactors(ctx.db.kysely, id))) throw new ShopError('FACTOR_CODE_WRONG')
    await checkPassword(ctx, id, proof.password)
    await setConfirmation(ctx.db.kysely, sessionId, {
      confirmed_at: confirmedAt,
      confirmed_by: 'Password',
    })
  } else if ('passkey' in proof) {
    await withPasskey(ctx, proof.passkey, id, (tx, _user, { name }) =>
      setConfirmation(tx, sessionId, {
        confirmed_at: confirmedAt,
        confirmed_by: `Passkey “${name}”`,
      }),
    )
  } else {
    const attempt = await countFactorCode(ctx, id, proof.secretCode)
    const user = await member(ctx, id)
    await ctx.db.kysely.transaction().execute(async (tx) => {
      const confirmedBy = await useCode(ctx, tx, user, proof.secretCode)
      await setConfirmation(tx, sessionId, { confirmed_at: confirmedAt, confirmed_by: confirmedBy })
    })
    await attempt.succeeded()
  }
  return { confirmedUntil: new Date(confirmedAt.getTime() + confirmationLife).toISOString() }
}

/**
 * The factor of the last confirmation. Throws `CONFIRMATION_REQUIRED`, with the ways to confirm, if
 * that was more than ten minutes ago.
 */
export async function confirmationOf(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  { user: { id, sessionId } }: SignedIn,
): Promise<string> {
  const confirmation = await findConfirmation(ctx.db.kysely, sessionId)
  if (isFresh(confirmation?.confirmed_at ?? null, ctx.clock.now()) && confirmation?.confirmed_by)
    return confirmation.confirmed_by
  const factors = await findFactors(ctx.db.kysely, id)
  throw new ShopError('CONFIRMATION_REQUIRED', { ways: waysOf(factors) })
}

/** Makes the secret for an authenticator app; an app in use counts until a code of it is entered. */
export async function beginTotp(
  ctx: Pick<AppContext, 'db'>,
  { user }: SignedIn,
): Promise<{ secret: string; uri: string }> {
  const { email } = await member(ctx, user.id)
  const secret = randomBytes(secretBytes)
  await savePendingSecret(ctx.db.kysely, user.id, secret)
  return describeTotp(secret, email)
}

/**
 * Accepts codes of the authenticator app, once a code of it is right; other devices are signed out.
 * Returns new recovery codes if there are none. Throws `FACTOR_CODE_WRONG`, `TOO_MANY_REQUESTS`.
 */
export async function enableTotp(
  ctx: Context,
  { user: { id, sessionId } }: SignedIn,
  code: string,
): Promise<{ recoveryCodes: string[] | null }> {
  await ctx.limits.count(accountLimits.factorOfAccount, id)
  const user = await member(ctx, id)
  const now = ctx.clock.now()
  const codes = await ctx.db.kysely.transaction().execute(async (tx) => {
    const secret = (await lockTotp(tx, id))?.pending_secret
    const step = secret && stepOfCode(secret, code, { now, lastStep: null })
    if (!step) throw new ShopError('FACTOR_CODE_WRONG')
    await enablePendingSecret(tx, id, { step, at: now })
    await endOtherSessions(tx, { userId: id, sessionId }, now)
    await deleteTicketsOfUser(tx, id)
    await sendSecurityEmail(ctx, tx, user, 'TOTP_ON')
    const { recoveryCodesLeft } = await findFactors(tx, id)
    return recoveryCodesLeft === 0 ? makeRecoveryCodes(tx, id) : null
  })
  await ctx.limits.uncount(accountLimits.factorOfAccount, id)
  factorsChanged(ctx, id)
  return { recoveryCodes: codes }
}

/** Accepts codes of the authenticator app no longer. Throws `LAST_FACTOR` if the role needs one. */
export async function removeTotp(ctx: Context, { user: { id } }: SignedIn): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    // The lock keeps two requests from removing the last two factors at once.
    const user = await lockUser(tx, id)
    if (!user || !(await lockTotp(tx, id))?.secret) return
    await deleteTotp(tx, id)
    await checkFactorsLeft(ctx, tx, user)
    await sendSecurityEmail(ctx, tx, user, 'TOTP_OFF')
  })
  factorsChanged(ctx, id)
}

/**
 * Adds a passkey. If it is the first factor, other devices are signed out. Returns new recovery codes
 * if there are none. Throws `PASSKEY_REFUSED`, `TOO_MANY_PASSKEYS`.
 */
export async function addStaffPasskey(
  ctx: Context,
  { user: { id, sessionId } }: SignedIn,
  input: { name: string; passkey: NewPasskey },
): Promise<{ recoveryCodes: string[] | null }> {
  const passkey = await checkNewPasskey(ctx, id, input)
  const codes = await ctx.db.kysely.transaction().execute(async (tx) => {
    const user = await lockCaller(tx, { id, sessionId })
    const factors = await findFactors(tx, id)
    await savePasskey(ctx, tx, user, passkey)
    if (!hasFactor(factors)) {
      await endOtherSessions(tx, { userId: id, sessionId }, ctx.clock.now())
      await deleteTicketsOfUser(tx, id)
    }
    return factors.recoveryCodesLeft === 0 ? makeRecoveryCodes(tx, id) : null
  })
  factorsChanged(ctx, id)
  return { recoveryCodes: codes }
}

/** Removes a passkey. Throws `PASSKEY_NOT_FOUND`, and `LAST_FACTOR` if the role needs one. */
export async function removeStaffPasskey(
  ctx: Context,
  { user }: SignedIn,
  passkeyId: string,
): Promise<void> {
  await removePasskey(ctx, { id: passkeyId, userId: user.id }, (tx, owner) =>
    checkFactorsLeft(ctx, tx, owner),
  )
  factorsChanged(ctx, user.id)
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  ctx: Context,
  { user: { id } }: SignedIn,
): Promise<{ recoveryCodes: string[] }> {
  const user = await member(ctx, id)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    await sendSecurityEmail(ctx, tx, user, 'RECOVERY_CODES_RENEWED')
    return { recoveryCodes: await makeRecoveryCodes(tx, id) }
  })
}

/**
 * Checks the factors that are left after one was removed in the transaction: throws `LAST_FACTOR`
 * if the role needs one, and removes the recovery codes once they replace nothing.
 */
async function checkFactorsLeft(
  { config }: Pick<AppContext, 'config'>,
  tx: Queryable,
  user: UserRow,
): Promise<void> {
  if (hasFactor(await findFactors(tx, user.id))) return
  if (config.requiresSecondFactor && needsFactor(user.staff_role))
    throw new ShopError('LAST_FACTOR')
  await replaceRecoveryCodes(tx, user.id, [])
}

/** Makes recovery codes, which are shown once: only their hashes are stored. */
async function makeRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    (randomBytes(recoveryBytes).toString('hex').match(/.{5}/g) ?? []).join('-').toUpperCase(),
  )
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashToken(plainRecoveryCode(code))),
  )
  return codes
}

/** Has every process read again whether the account still has to add a factor. */
function factorsChanged(ctx: Context, userId: string): void {
  forgetSessions(ctx, userId)
  ctx.changes.publish([`user:${userId}`])
}

async function member(ctx: Pick<AppContext, 'db'>, id: string): Promise<UserRow> {
  const user = await findUser(ctx.db.kysely, id)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  return user
}
