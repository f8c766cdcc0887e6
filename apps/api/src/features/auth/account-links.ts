import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { verificationEmail } from './account-emails.ts'
import { accountLimits } from './account-limits.ts'
import { findLinkedUser, insertLink, type LinkPurpose } from './links-and-codes.queries.ts'
import { hashToken, makeToken } from './tokens.ts'
import { findUser, markEmailVerified } from './users.queries.ts'

const hour = 60 * 60 * 1000

/** How long a link is valid, in milliseconds. */
const linkLife: Record<LinkPurpose, number> = {
  'verify-email': 7 * 24 * hour,
  'reset-password': hour,
}

/**
 * Creates a link and returns its token; only the token's hash is stored. `life` in milliseconds.
 */
export async function makeAccountLink(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  userId: string,
  purpose: LinkPurpose,
  life = linkLife[purpose],
): Promise<string> {
  const token = makeToken()
  await insertLink(tx, {
    hash: hashToken(token),
    user_id: userId,
    purpose,
    expires_at: new Date(ctx.clock.now().getTime() + life),
  })
  return token
}

/**
 * Confirms an e-mail address by the link in an e-mail. The link works until it expires, because
 * mail programs follow links before their users do. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`.
 */
export async function verifyEmail(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  token: string,
  address: string,
): Promise<void> {
  await ctx.limits.count(accountLimits.link, networkOf(address))
  const now = ctx.clock.now()
  const userId = await findLinkedUser(ctx.db.kysely, hashToken(token), 'verify-email', now)
  if (!userId) throw new ShopError('LINK_EXPIRED')
  await markEmailVerified(ctx.db.kysely, userId, now)
}

/** Sends the link again, unless the address is confirmed. Throws `TOO_MANY_REQUESTS`. */
export async function resendVerification(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock' | 'limits'>,
  userId: string,
): Promise<void> {
  const user = await findUser(ctx.db.kysely, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (user.email_verified_at) return
  await ctx.limits.count(accountLimits.resendVerification, userId)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await makeAccountLink(ctx, tx, userId, 'verify-email')
    await queueEmail(ctx, tx, {
      kind: 'verify-email',
      key: randomUUID(),
      recipient: user.email,
      isAccountLink: true,
      content: verificationEmail(ctx, user, token),
    })
  })
}
