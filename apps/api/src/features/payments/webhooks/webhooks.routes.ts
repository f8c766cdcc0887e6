import { apiPrefix } from '@solvane/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { ProviderUnavailable, type WebhookMessage } from '../provider.ts'
import type { EventSender } from './provider-events.queries.ts'
import { type Received, receiveEvent } from './provider-events.ts'

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
    for (const sender of ['STRIPE', 'PAYPAL'] as const) {
      const options = { schema: { hide: true }, bodyLimit: 1024 * 1024 }
      scope.post(apiPrefix + webhookPaths[sender], options, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const received = await receive(ctx, sender, {
          headers: request.headers,
          body,
          address: request.ip,
        })
        if (received === 'not configured') throw new ShopError('NOT_FOUND')
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

/** The webhook paths below `/api`. */
export const webhookPaths = { STRIPE: '/webhooks/stripe', PAYPAL: '/webhooks/paypal' } as const
