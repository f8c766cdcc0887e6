import type { AppContext } from '../../context.ts'
import { deleteExpiredLinks } from './account-links.queries.ts'
import { answerForgottenPassword, forgottenPassword } from './reset-password.ts'
import { deleteExpiredSessions, deleteRefreshTokensBefore } from './sessions.queries.ts'
import { sessionLife } from './sessions.ts'

/** Answers forgotten passwords, and removes sessions, tokens and links that are over. */
export async function registerAuthJobs(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock'>,
): Promise<void> {
  await ctx.jobs.handle(forgottenPassword, ({ email }) => answerForgottenPassword(ctx, email))
  await ctx.jobs.daily('remove-old-sessions', '03:10', () => removeOldSessions(ctx))
}

/** A token is kept as long as it would have been good, so that its second use is noticed. */
export async function removeOldSessions(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await deleteExpiredSessions(ctx.db.kysely, now)
  await deleteRefreshTokensBefore(ctx.db.kysely, new Date(now.getTime() - sessionLife))
  await deleteExpiredLinks(ctx.db.kysely, now)
}
