import type { AppContext } from '../../../context.ts'
import { findPayment } from '../payments.queries.ts'
import { ProviderUnavailable, toStartedAttempt } from '../provider.ts'
import { settlePayment } from '../settle-payment.ts'
import { listUnsettled } from './transfers.queries.ts'
import { isMoneyAwaited } from './usdt.queries.ts'
import { findUsdt, type UsdtProvider } from './usdt-provider.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/**
 * Milliseconds between checks of the chain while a payment is expected, and while only late
 * payments are possible.
 */
const usualPause = 10_000
const idlePause = 60_000

/**
 * Reads the chain periodically, and settles attempts as their transfers arrive and are confirmed.
 * Several processes may do this: they take turns. Does nothing if USDT is not offered.
 */
export function watchUsdtPayments(ctx: Context): { stop(): void } {
  const provider = findUsdt(ctx.payments)
  const pause = provider?.settings.pauseMilliseconds ?? usualPause
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let lastLook = Number.NEGATIVE_INFINITY
  let lastFailure = ''

  async function look(usdt: UsdtProvider) {
    const isIdle = !(await isMoneyAwaited(ctx.db.kysely))
    if (isIdle && performance.now() - lastLook < idlePause) return
    lastLook = performance.now()
    await settleTransfers(ctx, usdt)
    if (lastFailure) ctx.log.warn('the chain can be read again')
    lastFailure = ''
  }

  function logOnce(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    if (isStopped || message === lastFailure) return
    lastFailure = message
    if (error instanceof ProviderUnavailable) ctx.log.warn(message)
    else ctx.log.error({ err: error }, 'the payments in USDT could not be looked at')
  }

  function go(usdt: UsdtProvider) {
    look(usdt)
      .catch(logOnce)
      .finally(() => {
        if (!isStopped) timer = setTimeout(() => go(usdt), pause)
      })
  }

  if (provider) go(provider)
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Reads the chain and settles every attempt that may change by its transfers. */
export async function settleTransfers(ctx: Context, usdt: UsdtProvider): Promise<void> {
  await usdt.catchUp()
  let failure: unknown
  for (const paymentId of await listUnsettled(ctx.db.kysely)) {
    try {
      await settleOne(ctx, usdt, paymentId)
    } catch (error) {
      // Continue with the others.
      failure = error
    }
  }
  if (failure) throw failure
}

async function settleOne(ctx: Context, usdt: UsdtProvider, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx.db.kysely, paymentId)
  const attempt = payment && toStartedAttempt(payment)
  if (!attempt) return
  const providerStatus = await usdt.readStored(attempt)
  await ctx.db.kysely
    .transaction()
    .execute((tx) => settlePayment(ctx, tx, paymentId, providerStatus))
}
