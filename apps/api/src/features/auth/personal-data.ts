import type { DeletionProof } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import { removeEmails } from '../../platform/mail/outbox.ts'
import { accountEmailKinds } from './account-emails.ts'
import { accountLimits } from './account-limits.ts'
import type { ErasableData } from './account-links.ts'
import { checkPassword, getProfile } from './accounts.ts'
import { findFactors } from './factors.queries.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'
import { passkeysOf } from './passkeys.ts'
import { deleteCodesTo, deleteLinksOfUser } from './secrets.queries.ts'
import { endSessionsOfUser, listSessions } from './sessions.queries.ts'
import { forgetSessions, lockCaller } from './sessions.ts'
import { checkCode, makeCodeRequest } from './sign-in-code.ts'
import { anonymiseUser, findUser, lockUser, type UserRow } from './users.queries.ts'

/** The personal data that a feature stores; each such feature is listed in `app.ts`. */
export interface PersonalData extends ErasableData {
  /** Its key in the export. */
  name: string
  /** All of it, in a readable form. */
  read(db: Queryable, userId: string): Promise<unknown>
}

/** All personal data of a shopper, by subject. */
export async function exportMyData(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown>> {
  const db = ctx.db.kysely
  const user = await findUser(db, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  const sessions = await listSessions(db, userId, ctx.clock.now())
  const { totpSince, recoveryCodesLeft } = await findFactors(db, userId)
  const data: Record<string, unknown> = {
    profile: {
      ...(await getProfile(ctx, userId)),
      createdAt: user.created_at.toISOString(),
      emailVerifiedAt: user.email_verified_at?.toISOString() ?? null,
    },
    sessions: sessions.map(({ created_at, expires_at }) => ({
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
    passkeys: await passkeysOf(db, userId),
    // Of staff only.
    ...(totpSince && {
      secondFactor: { authenticatorAppSince: totpSince.toISOString(), recoveryCodesLeft },
    }),
  }
  for (const { name, read } of kept) data[name] = await read(db, userId)
  return data
}

/**
 * Closes an account for good: anonymizes it, ends its sessions and frees the e-mail address. Throws
 * `STAFF_ACCOUNT` for a member of staff, and what a feature's `erase` throws. Whoever asks was checked
 * before: `lock` locks the account, and throws if that no longer counts.
 */
export async function closeAccount(
  ctx: Pick<AppContext, 'db' | 'changes' | 'clock'>,
  userId: string,
  kept: readonly PersonalData[],
  lock: (tx: Queryable) => Promise<UserRow | undefined> = (tx) => lockUser(tx, userId),
): Promise<void> {
  const now = ctx.clock.now()
  // Features return stock one after the other, so not in the order in which others lock variants.
  await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const user = await lock(tx)
      if (!user) throw new ShopError('UNAUTHENTICATED')
      // Staff must lose their role first: otherwise the last owner could leave a shop that nobody can
      // run.
      if (user.role === 'ADMIN') throw new ShopError('STAFF_ACCOUNT')
      for (const { erase } of kept) await erase(tx, userId)
      await deletePasskeysOfUser(tx, userId)
      await endSessionsOfUser(tx, userId, now)
      await deleteLinksOfUser(tx, userId)
      await anonymiseUser(tx, userId, now)
      // Whoever confirmed the address owns all that was sent to it; anyone can open an account with it.
      const isOwner = user.email_verified_at !== null
      await deleteCodesTo(tx, user.email, isOwner ? undefined : 'DELETION')
      await removeEmails(tx, user.email, isOwner ? undefined : accountEmailKinds)
    }),
  )
  forgetSessions(ctx, userId)
}

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits' | 'log'>

/**
 * Sends a code to the address of an account that its owner wants to delete, and returns the token
 * without which the code is worth nothing. Throws `TOO_MANY_REQUESTS`.
 */
export async function requestDeletionCode(
  ctx: Context,
  { user: { id } }: SignedIn,
): Promise<{ request: string }> {
  await Promise.all([
    ctx.limits.count(accountLimits.deletionCodeOfAccount, id),
    ctx.limits.count(accountLimits.deletionCodeOfAccountADay, id),
  ])
  const { email } = await getProfile(ctx, id)
  return makeCodeRequest(ctx, { email, purpose: 'DELETION' })
}

/**
 * Deletes the account of a shopper who has proved again to be its owner. No passkey does: whoever has a
 * session can add one. Throws `WRONG_PASSWORD`, `SIGN_IN_CODE_WRONG`, `TOO_MANY_REQUESTS`, and the errors
 * of `closeAccount`.
 */
export async function deleteAccount(
  ctx: Context,
  caller: SignedIn,
  proof: DeletionProof,
  kept: readonly PersonalData[],
): Promise<void> {
  await checkProof(ctx, caller, proof)
  await closeAccount(ctx, caller.user.id, kept, (tx) => lockCaller(tx, caller.user))
}

async function checkProof(
  ctx: Context,
  { user: { id } }: SignedIn,
  proof: DeletionProof,
): Promise<void> {
  if ('password' in proof) {
    await checkPassword(ctx, id, proof.password)
  } else {
    await ctx.limits.count(accountLimits.deletionCodeCheck, id)
    const { email } = await getProfile(ctx, id)
    // Used up with the account: if that cannot be closed yet, the code stays good for its ten minutes.
    if ((await checkCode(ctx, proof, 'DELETION')) !== email)
      throw new ShopError('SIGN_IN_CODE_WRONG')
  }
}
