import type { FastifyPluginAsync } from 'fastify'
import { type Faults, openFaults } from '../faults.ts'
import { servePayPageAssets } from '../pay-page.ts'
import { openRecordLog } from '../record-log.ts'
import { rejectProduction, type SimulatorOptions } from '../simulator-options.ts'
import { openWebhookSender, type WebhookSender } from '../webhook-sender.ts'
import { servePayPalApi } from './paypal-api.ts'
import { openPayPalBank, type PayPalBank } from './paypal-bank.ts'
import { payPagePath, servePayPalPayPage } from './paypal-pay-page.ts'
import { openPayPalSigner } from './paypal-signer.ts'

export interface PayPalSimulator {
  /** Serves the API under `/v1` and `/v2`, and the payment pages, below its prefix. */
  plugin: FastifyPluginAsync
  webhooks: WebhookSender
  bank: PayPalBank
  faults: Faults
  close(): void
}

/** How often due payments are settled, in milliseconds. */
const tick = 5_000

/** Simulates PayPal, with the shop's credentials. Throws in production. */
export function openPayPalSimulator(
  options: SimulatorOptions & { clientId: string; clientSecret: string; webhookId: string },
): PayPalSimulator {
  rejectProduction(options.mode)
  const { publicAddress, now } = options
  const log = openRecordLog(options.file)
  const signer = openPayPalSigner(options.webhookId, `${publicAddress}/v1/notifications/certs`)
  const webhooks = openWebhookSender({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ ...signer.sign(body) }),
  })
  const bank = openPayPalBank({
    log,
    webhooks,
    now,
    apiAddress: publicAddress,
    payPageOf: (id) => `${publicAddress}${payPagePath}?token=${id}`,
  })
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
      servePayPalPayPage(scope, bank)
      await scope.register(async (api) => {
        faults.watch(api)
        const { clientId, clientSecret } = options
        servePayPalApi(api, { bank, log, signer, clientId, clientSecret })
      })
    },
  }
}
