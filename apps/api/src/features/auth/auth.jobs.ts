import type { AppContext } from '../../context.ts'
import { answerForgottenPassword, forgottenPassword } from './account-links.ts'
import { deleteExpiredTickets } from './factors.queries.ts'
import { deleteExpiredChallenges } from './passkeys.queries.ts'
import { deleteExpiredCodes, deleteExpiredLinks } from './secrets.queries.ts'
import { deleteExpiredSessions, deleteRefreshTokensBefore } from './sessions.queries.ts'
import { sessionLife } from './sessions.ts'
import { answerCodeRequest, sendSignInCode } from './sign-in-code.ts'
import { removeOldTokenKeys } from './token-keys.ts'

/** Sends links to new passwords and codes, and removes expired sessions, tokens, links, codes, challenges and keys. */
export async function registerAuthJobs(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock'>,
): Promise<void> {
  await ctx.jobs.handle(forgottenPassword, ({ email }) => answerForgottenPassword(ctx, email))
  await ctx.jobs.handle(sendSignInCode, ({ requestHash }) =>
    answerCodeRequest(ctx, Buffer.from(requestHash, 'hex')),
  )
  await ctx.jobs.daily('remove-old-sessions', '03:10', () => removeOldSessions(ctx))
}

/** A used token is kept until it would have expired, so that its reuse is detected. */
export async function removeOldSessions(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await deleteExpiredSessions(ctx.db.kysely, now)
  await deleteRefreshTokensBefore(ctx.db.kysely, new Date(now.getTime() - sessionLife))
  await deleteExpiredLinks(ctx.db.kysely, now)
  await deleteExpiredCodes(ctx.db.kysely, now)
  await deleteExpiredTickets(ctx.db.kysely, now)
  await deleteExpiredChallenges(ctx.db.kysely, now)
  await removeOldTokenKeys(ctx)
}
