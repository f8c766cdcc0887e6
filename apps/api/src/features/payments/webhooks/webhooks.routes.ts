import { apiPrefix } from '@solvane/contract/paths'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { ProviderUnavailable, type WebhookMessage } from '../provider.ts'
import { type EventSender, type Received, receiveEvent } from './provider-events.ts'

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
