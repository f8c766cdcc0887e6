import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { type Faults, openFaults } from '../faults.ts'
import { servePayPageAssets } from '../pay-page.ts'
import { openRecordLog } from '../record-log.ts'
import { rejectProduction, type SimulatorOptions } from '../simulator-options.ts'
import { openWebhookSender, type WebhookSender } from '../webhook-sender.ts'
import { serveStripeApi } from './stripe-api.ts'
import { openStripeBank, type StripeBank } from './stripe-bank.ts'
import { serveStripePayPage } from './stripe-pay-page.ts'

export interface StripeSimulator {
  /** Serves the API under `/v1`, and the payment pages, below its prefix. */
  plugin: FastifyPluginAsync
  webhooks: WebhookSender
  bank: StripeBank
  faults: Faults
  close(): void
}

/** How often due sessions and payments are settled, in milliseconds. */
const tick = 5_000

/** Simulates Stripe, with the shop's keys. Throws in production. */
export function openStripeSimulator(
  options: SimulatorOptions & { secretKey: string; webhookSecret: string },
): StripeSimulator {
  rejectProduction(options.mode)
  const log = openRecordLog(options.file)
  const webhooks = openWebhookSender({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ 'stripe-signature': signStripe(body, options.webhookSecret) }),
  })
  const bank = openStripeBank(log, webhooks, options.now)
  const faults = openFaults()
  const ticking = setInterval(() => bank.tick(), tick).unref()
  return {
    webhooks,
    bank,
    faults,
    close() {
      clearInterval(ticking)
      webhooks.close()
    },
    async plugin(scope) {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      servePayPageAssets(scope)
      serveStripePayPage(scope, bank)
      await scope.register(async (api) => {
        faults.watch(api)
        serveStripeApi(api, {
          bank,
          log,
          secretKey: options.secretKey,
          now: options.now,
          payPageOf: (id) => `${options.publicAddress}/pay/${id}`,
        })
      })
    },
  }
}

/** Stripe's signature header for a message sent now. */
export function signStripe(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
