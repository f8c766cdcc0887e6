import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { signInCodeLength, type Tokens } from '@solvane/contract/auth'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { codeEmail, passwordRemovedEmail } from './account-emails.ts'
import { accountLimits, accountOf } from './account-limits.ts'
import { type ErasableData, removeFormerHolder } from './account-links.ts'
import {
  type CodePurpose,
  countAttempt,
  deleteCode,
  deleteLinksOfUser,
  insertCodeRequest,
  lockUnsentRequest,
  setCode,
} from './secrets.queries.ts'
import { hashPassword, hashToken, makeToken, serverKeys } from './secrets.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { forgetSessions } from './sessions.ts'
import { signIn, tokensOf } from './sign-in.ts'
import {
  findUserByEmail,
  insertUser,
  lockUser,
  markEmailVerified,
  type UserRow,
  updatePassword,
} from './users.queries.ts'

/** How long a code is valid, in milliseconds. */
const codeLife = 10 * 60 * 1000

/** A code is void after so many attempts: five of a million. */
const mostAttempts = 5

/** A request for a code; the job finds out whose it is and sends it. */
export const sendSignInCode = defineJob<{ requestHash: string }>('send-sign-in-code')

type CodeContext = Pick<AppContext, 'db' | 'clock' | 'jobs'>

/**
 * Requests a code for signing in by e-mail and returns the request's token, without which the code is worth
 * nothing: whoever talks a shopper out of a code cannot use it in a browser of their own. The
 * account is only looked up afterwards, so that neither the answer nor its time reveals whether
 * there is one. Throws `TOO_MANY_REQUESTS`.
 */
export async function requestSignInCode(
  ctx: CodeContext & Pick<AppContext, 'limits'>,
  email: string,
  address: string,
): Promise<{ request: string }> {
  const account = accountOf(email)
  await Promise.all([
    ctx.limits.count(accountLimits.codeOfNetwork, networkOf(address)),
    ctx.limits.count(accountLimits.codeOfAccount, account),
    ctx.limits.count(accountLimits.codeOfAccountADay, account),
  ])
  return makeCodeRequest(ctx, { email, purpose: 'SIGN_IN' })
}

/** Requests a code for any purpose. Whoever calls it limits how often. */
export async function makeCodeRequest(
  ctx: CodeContext,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<{ request: string }> {
  const request = makeToken()
  const requestHash = hashToken(request)
  const expiresAt = new Date(ctx.clock.now().getTime() + codeLife)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await insertCodeRequest(tx, {
      request_hash: requestHash,
      email,
      purpose,
      expires_at: expiresAt,
    })
    await ctx.jobs.enqueue(tx, sendSignInCode, { requestHash: requestHash.toString('hex') })
  })
  return { request }
}

/**
 * Whether an address may sign in by code. An invitation is accepted through its own link, with
 * which staff choose a password.
 */
function maySignInByCode(user: UserRow | undefined): boolean {
  if (!user) return true
  return !user.blocked_at && (user.role === 'USER' || user.email_verified_at !== null)
}

/** Makes the code of a request and sends it; repeated, it does nothing. */
export async function answerCodeRequest(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'jobs'>,
  requestHash: Buffer,
): Promise<void> {
  const { codeHashOf } = await serverKeys(ctx)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const request = await lockUnsentRequest(tx, requestHash)
    if (!request) return
    const { email, purpose } = request
    const user = await findUserByEmail(tx, email)
    if (!maySignInByCode(user)) return
    const code = randomInt(10 ** signInCodeLength)
      .toString()
      .padStart(signInCodeLength, '0')
    await setCode(tx, requestHash, {
      code_hash: codeHashOf(requestHash, code),
      expires_at: new Date(ctx.clock.now().getTime() + codeLife),
    })
    await queueEmail(ctx, tx, {
      kind: purpose === 'DELETION' ? 'deletion-code' : 'sign-in-code',
      key: requestHash.toString('hex'),
      recipient: user?.email ?? email,
      isAccountLink: true,
      content: codeEmail(ctx, purpose, user, code),
    })
  })
}

/**
 * Checks a code of an e-mail, which stays valid until it is used up, and returns the address that it
 * proves. Throws `SIGN_IN_CODE_WRONG` for a wrong or expired code, for one of another purpose and for one
 * that another browser asked for. Whoever calls it limits how often.
 */
export async function checkCode(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { request, code }: { request: string; code: string },
  purpose: CodePurpose,
): Promise<string> {
  const requestHash = hashToken(request)
  const at = ctx.clock.now()
  // Counted before the comparison: concurrent guesses gain nothing.
  const sent = await countAttempt(ctx.db.kysely, requestHash, { purpose, at, most: mostAttempts })
  const { codeHashOf } = await serverKeys(ctx)
  if (!sent?.code_hash || !timingSafeEqual(sent.code_hash, codeHashOf(requestHash, code)))
    throw new ShopError('SIGN_IN_CODE_WRONG')
  return sent.email
}

/**
 * Signs in by a code from an e-mail, which proves the address and is used up. An address without
 * an account gets one. Throws `SIGN_IN_CODE_WRONG` for a wrong, used or expired code and for one
 * that another browser asked for, `TOO_MANY_REQUESTS`, and `SECOND_FACTOR_REQUIRED` for staff who
 * have one.
 */
export async function signInByCode(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock' | 'jobs' | 'limits'>,
  entered: { request: string; code: string },
  address: string,
  kept: readonly ErasableData[],
): Promise<Tokens> {
  const at = ctx.clock.now()
  await ctx.limits.count(accountLimits.codeCheck, networkOf(address))
  const email = await checkCode(ctx, entered, 'SIGN_IN')
  const user = await findUserByEmail(ctx.db.kysely, email)
  if (!maySignInByCode(user)) throw new ShopError('SIGN_IN_CODE_WRONG')
  // Nobody knows this password; one can be chosen through the link for a forgotten one.
  const unknownPassword = user?.email_verified_at ? null : await hashPassword(makeToken())
  const { id, result } = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteCode(tx, hashToken(entered.request))))
      throw new ShopError('SIGN_IN_CODE_WRONG')
    const known = user && (await lockUser(tx, user.id))
    // Closed or blocked meanwhile.
    if (user && !(known && maySignInByCode(known))) throw new ShopError('SIGN_IN_CODE_WRONG')
    const owner = known ?? (await openAccount(tx, email, unknownPassword ?? '', at))
    if (unknownPassword && known?.email_verified_at === null)
      await takeOver(ctx, tx, known, { passwordHash: unknownPassword, kept })
    return { id: owner.id, result: await signIn(ctx, tx, owner, address) }
  })
  forgetSessions(ctx, id)
  return tokensOf(result)
}

/** Opens a shopper's account for an address that a code has proved. */
async function openAccount(tx: Queryable, email: string, passwordHash: string, at: Date) {
  const account = {
    id: randomUUID(),
    email,
    nick_name: null,
    role: 'USER' as const,
    password_hash: passwordHash,
    email_verified_at: at,
    created_at: at,
  }
  // Another request has opened one since: the next code signs in to it.
  if (!(await insertUser(tx, account))) throw new ShopError('SIGN_IN_CODE_WRONG')
  return account
}

/**
 * Gives an account whose address nobody had confirmed to the address's owner. A stranger may have
 * opened it and still know its password: that, its passkeys, sessions and links stop working, and what they
 * kept in it is removed.
 */
async function takeOver(
  ctx: Pick<AppContext, 'config' | 'clock' | 'jobs'>,
  tx: Queryable,
  user: UserRow,
  { passwordHash, kept }: { passwordHash: string; kept: readonly ErasableData[] },
): Promise<void> {
  const now = ctx.clock.now()
  await updatePassword(tx, user.id, passwordHash)
  await removeFormerHolder(tx, user.id, kept)
  await endSessionsOfUser(tx, user.id, now)
  await deleteLinksOfUser(tx, user.id)
  await markEmailVerified(tx, user.id, now)
  await queueEmail(ctx, tx, {
    kind: 'password-removed',
    key: randomUUID(),
    recipient: user.email,
    content: passwordRemovedEmail(ctx),
  })
}
