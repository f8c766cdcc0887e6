import type { FastifyPluginAsync } from 'fastify'
import { type Courier, openCourier } from '../courier.ts'
import { type Mishaps, openMishaps } from '../mishaps.ts'
import { servePayPageAssets } from '../pay-page.ts'
import { openRecordLog } from '../record-log.ts'
import { refuseProduction } from '../refuse-production.ts'
import type { SimulatorOptions } from '../simulator-options.ts'
import { servePayPalApi } from './paypal-api.ts'
import { openPayPalBank, type PayPalBank } from './paypal-bank.ts'
import { payPagePath, servePayPalPayPage } from './paypal-pay-page.ts'
import { openPayPalSigner } from './paypal-signer.ts'

export interface PayPalSimulator {
  /** Serves the API under `/v1` and `/v2`, and pay pages, where it is mounted. */
  plugin: FastifyPluginAsync
  courier: Courier
  bank: PayPalBank
  mishaps: Mishaps
  close(): void
}

/** Between looks for what is due, in milliseconds. */
const tick = 5_000

/** A server that plays PayPal; the same credentials as the shop's. Raises an error in production. */
export function openPayPalSimulator(
  options: SimulatorOptions & { clientId: string; clientSecret: string; webhookId: string },
): PayPalSimulator {
  refuseProduction(options.mode)
  const { publicAddress, now } = options
  const log = openRecordLog(options.file)
  const signer = openPayPalSigner(options.webhookId, `${publicAddress}/v1/notifications/certs`)
  const courier = openCourier({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ ...signer.sign(body) }),
  })
  const bank = openPayPalBank({
    log,
    courier,
    now,
    apiAddress: publicAddress,
    payPageOf: (id) => `${publicAddress}${payPagePath}?token=${id}`,
  })
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
      servePayPalPayPage(scope, bank)
      await scope.register(async (api) => {
        mishaps.watch(api)
        const { clientId, clientSecret } = options
        servePayPalApi(api, { bank, log, signer, clientId, clientSecret })
      })
    },
  }
}
