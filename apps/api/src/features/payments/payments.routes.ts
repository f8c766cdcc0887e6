import { endpoints } from '@solvane/contract/endpoints'
import { apiPrefix } from '@solvane/contract/paths'
import { type PaymentMethod, paymentMethods } from '@solvane/contract/payment-methods'
import type { UsdtPayment } from '@solvane/contract/payments'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { findPaymentForUser } from './payments.ts'
import { ProviderUnavailable, type WebhookMessage } from './provider.ts'
import { asVisited } from './start-payment.ts'
import { listTransfers } from './usdt/transfers.queries.ts'
import { missingUnits, toDecimal } from './usdt/transfers.ts'
import { findUsdtPayment } from './usdt/usdt.queries.ts'
import { findUsdt, withChecksum } from './usdt/usdt-provider.ts'
import { type EventSender, type Received, receiveEvent } from './webhooks/provider-events.ts'

/** Serves the payment methods, but for those that `closedMethods` returns. */
export function registerPayments(
  registry: EndpointRegistry,
  ctx: AppContext,
  closedMethods: () => Promise<readonly PaymentMethod[]>,
): void {
  const { payments } = ctx
  registry.register(endpoints.listPaymentMethods, async () => {
    const closed = await closedMethods()
    const methods = paymentMethods.filter(
      (method) => payments.providers.has(method) && !closed.includes(method),
    )
    return { data: { methods, areTestPayments: payments.areTestPayments } }
  })
  registry.register(endpoints.getUsdtPayment, async ({ caller, params, visitedAt }) => {
    const payment = await getUsdtPayment(ctx, caller.user.id, params.paymentId)
    return { data: { ...payment, testWalletUrl: asVisited(ctx, payment.testWalletUrl, visitedAt) } }
  })
}

/**
 * The data of the page of a USDT payment. Throws `PAYMENT_NOT_FOUND` unless it is this shopper's.
 */
async function getUsdtPayment(
  ctx: Pick<AppContext, 'db' | 'payments'>,
  userId: string,
  paymentId: string,
): Promise<UsdtPayment> {
  const usdt = findUsdt(ctx.payments)
  const facts = await findPaymentForUser(ctx.db, userId, { paymentId })
  const payment = facts && (await findUsdtPayment(ctx.db.kysely, paymentId))
  if (!usdt || !facts?.expiresAt || !payment) throw new ShopError('PAYMENT_NOT_FOUND')
  const transfers = await listTransfers(ctx.db.kysely, paymentId)
  const received = transfers.reduce((sum, { units }) => sum + units, 0n)
  const missing = missingUnits(payment.dueUnits, received, payment.decimals)
  const youngest = transfers.at(-1)
  const [address, tokenAddress] = [withChecksum(payment.address), withChecksum(payment.token)]
  const formatUnits = (units: bigint) => toDecimal(units, payment.decimals)
  const paymentUri = `ethereum:${tokenAddress}@${payment.chainId}/transfer?address=${address}&uint256=${missing || payment.dueUnits}`
  const { confirmations, testWallet } = usdt.settings
  return {
    orderId: facts.orderId,
    orderNumber: payment.orderNumber,
    status: facts.status,
    network: networkName(payment.chainId),
    chainId: payment.chainId,
    tokenSymbol: payment.symbol,
    tokenAddress,
    address,
    amountDue: formatUnits(payment.dueUnits),
    amountReceived: formatUnits(received),
    amountMissing: formatUnits(missing),
    confirmations: youngest ? Math.max(0, payment.nextBlock - youngest.blockNumber) : 0,
    confirmationsNeeded: confirmations,
    expiresAt: facts.expiresAt.toISOString(),
    paymentUri,
    testWalletUrl: testWallet
      ? `${testWallet}?${new URLSearchParams({ uri: paymentUri, payment: paymentId })}`
      : null,
  }
}

/** Names of chains, as in wallets. */
const names: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche C-Chain',
  11155111: 'Sepolia (test network)',
  // The simulated chain.
  7357001: 'Test network',
}

/** The name of a chain. */
function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}

/**
 * Receives webhooks of providers. Their bodies stay unparsed because signatures cover the bytes. The scope
 * keeps this parser away from the other endpoints.
 */
export async function registerWebhooks(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const { method, webhook } of ctx.payments.providers.values()) {
      if (!webhook) continue
      const options = { schema: { hide: true }, bodyLimit: 1024 * 1024 }
      scope.post(apiPrefix + webhookPath(method), options, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const received = await receive(
          ctx,
          { method, webhook },
          { headers: request.headers, body, address: request.ip },
        )
        if (received === 'unverified') throw new ShopError('BAD_REQUEST')
        reply.header('cache-control', 'no-store')
        return { received: true }
      })
    }
  })
}

async function receive(
  ctx: AppContext,
  sender: EventSender,
  message: WebhookMessage,
): Promise<Received> {
  try {
    return await receiveEvent(ctx, sender, message)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    ctx.log.warn({ err: error }, 'webhook signature could not be verified (provider unavailable)')
    // The provider retries.
    throw new ShopError('UNAVAILABLE')
  }
}

/** Where a provider sends its webhooks, below `/api`: `/webhooks/stripe`. */
export function webhookPath(method: PaymentMethod): string {
  return `/webhooks/${method.toLowerCase()}`
}
