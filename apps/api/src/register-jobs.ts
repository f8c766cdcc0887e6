import type { AppContext } from './context.ts'
import { registerAuthJobs } from './features/auth/auth.routes.ts'
import { removeExpiredGuestCarts } from './features/cart/cart.ts'
import { registerChatJobs } from './features/chat/chat.jobs.ts'
import { removeOldNoResults } from './features/no-results/no-results.routes.ts'
import { registerOrderJobs } from './features/orders/orders.jobs.ts'
import { registerPaymentJobs } from './features/payments/payments.jobs.ts'
import { registerProductJobs } from './features/products/products.admin.routes.ts'
import { registerReturnJobs } from './features/returns/returns.routes.ts'
import { registerSelectionJobs } from './features/selections/selections.routes.ts'
import { removeForgottenUploads } from './features/uploads/stored-uploads.ts'
import { removeLeftFolders } from './features/uploads/uploads.routes.ts'
import { registerWaitingListJobs } from './features/waiting-list/waiting-list.routes.ts'
import { backUpDaily } from './platform/backup/back-up.ts'
import { registerMailJobs } from './platform/mail/outbox.ts'

/** Everything that is done outside requests. Every feature's jobs are listed here once.
 * The names of jobs are stored in the queue and its schedule: a migration ends the schedule of one that is renamed. */
export async function registerJobs(ctx: AppContext): Promise<void> {
  await registerMailJobs(ctx)
  await registerAuthJobs(ctx)
  await registerOrderJobs(ctx)
  await registerPaymentJobs(ctx)
  await registerReturnJobs(ctx)
  await registerChatJobs(ctx)
  await registerProductJobs(ctx)
  await registerWaitingListJobs(ctx)
  await registerSelectionJobs(ctx)
  await ctx.jobs.daily('remove-expired-limits', '03:00', () => ctx.limits.removeExpired())
  await ctx.jobs.daily('remove-expired-guest-carts', '03:30', () => removeExpiredGuestCarts(ctx))
  await ctx.jobs.daily('remove-forgotten-uploads', '03:40', async () => {
    await removeLeftFolders()
    await removeForgottenUploads(ctx)
  })
  await ctx.jobs.daily('remove-old-no-results', '04:05', () => removeOldNoResults(ctx))
  await ctx.jobs.daily('back-up', '02:30', () => backUpDaily(ctx), { longestHours: 6 })
}
