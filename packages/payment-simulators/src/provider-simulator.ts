import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { servePayPageAssets } from './pay-page.ts'
import { type Faults, openFaults, readBodiesAsText } from './simulator.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** How often due sessions and payments are settled, in milliseconds. */
const tick = 5_000

/** A provider with an API, payment pages and webhooks. */
export interface ProviderSimulator<Bank> {
  /** Serves the API and the payment pages, below its prefix. */
  plugin: FastifyPluginAsync
  webhooks: WebhookSender
  bank: Bank
  faults: Faults
  close(): void
}

/** Serves a provider, and settles what is due at its bank until it is closed. Faults concern its API alone. */
export function simulateProvider<Bank extends { tick(): void }>({
  bank,
  webhooks,
  servePayPage,
  serveApi,
}: {
  bank: Bank
  webhooks: WebhookSender
  servePayPage: (scope: FastifyInstance) => void
  serveApi: (scope: FastifyInstance) => void
}): ProviderSimulator<Bank> {
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
      readBodiesAsText(scope)
      servePayPageAssets(scope)
      servePayPage(scope)
      await scope.register(async (api) => {
        faults.watch(api)
        serveApi(api)
      })
    },
  }
}
