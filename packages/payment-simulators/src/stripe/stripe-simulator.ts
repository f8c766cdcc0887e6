import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { type Courier, openCourier } from '../courier.ts'
import { type Mishaps, openMishaps } from '../mishaps.ts'
import { servePayPageAssets } from '../pay-page.ts'
import { openRecordLog } from '../record-log.ts'
import { refuseProduction } from '../refuse-production.ts'
import type { SimulatorOptions } from '../simulator-options.ts'
import { serveStripeApi } from './stripe-api.ts'
import { openStripeBank, type StripeBank } from './stripe-bank.ts'
import { serveStripePayPage } from './stripe-pay-page.ts'

export interface StripeSimulator {
  /** Serves the API under `/v1`, and pay pages, where it is mounted. */
  plugin: FastifyPluginAsync
  courier: Courier
  bank: StripeBank
  mishaps: Mishaps
  close(): void
}

/** Between looks for what is due, in milliseconds. */
const tick = 5_000

/** A server that plays Stripe; the same keys as the shop's. Raises an error in production. */
export function openStripeSimulator(
  options: SimulatorOptions & { secretKey: string; webhookSecret: string },
): StripeSimulator {
  refuseProduction(options.mode)
  const log = openRecordLog(options.file)
  const courier = openCourier({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ 'stripe-signature': signStripe(body, options.webhookSecret) }),
  })
  const bank = openStripeBank(log, courier, options.now)
  const mishaps = openMishaps()
  const ticking = setInterval(() => bank.tick(), tick).unref()
  return {
    courier,
    bank,
    mishaps,
    close() {
      clearInterval(ticking)
      courier.close()
    },
    async plugin(scope) {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      servePayPageAssets(scope)
      serveStripePayPage(scope, bank)
      await scope.register(async (api) => {
        mishaps.watch(api)
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

/** The header by which Stripe signs a message, as of now. */
export function signStripe(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
