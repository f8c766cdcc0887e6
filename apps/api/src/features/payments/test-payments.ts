import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { apiPrefix } from '@solvane/contract/paths'
import { openPayPalSimulator } from '@solvane/payment-simulators/paypal'
import { openStripeSimulator } from '@solvane/payment-simulators/stripe'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { PayPalSettings } from './paypal/open-paypal.ts'
import type { TestPayments } from './provider.ts'
import type { StripeSettings } from './stripe/open-stripe.ts'
import { webhookPaths } from './webhook-paths.ts'

/** Below the shop's own address. */
const paths = { stripe: '/test-payments/stripe', paypal: '/test-payments/paypal' } as const

/** How the shop reaches the servers that play. */
interface Reachable {
  keys: { stripe: StripeSettings; paypal: PayPalSettings }
  /** Where the server that plays one listens. */
  originOf(name: keyof typeof paths): string
}

/** Opens servers that play the providers named. Raises an error in production. */
export function openTestPayments(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  played: { stripe: boolean; paypal: boolean },
): TestPayments & Reachable {
  // Known to nobody: only the servers that play can sign messages.
  const keys = {
    stripe: { secretKey: 'sk_test_solvane', webhookSecret: `whsec_${secret()}` },
    paypal: {
      clientId: 'solvane-test-client',
      clientSecret: 'solvane-test-secret',
      webhookId: secret(),
      environment: 'sandbox',
    },
  } as const
  // A process that does jobs only asks the one that serves requests.
  const isServing = config.role !== 'worker'
  let origin = `http://localhost:${config.port}`
  let isListening = false
  const optionsOf = (name: keyof typeof paths, webhook: string) => ({
    mode: config.mode,
    file: join(config.dataDir, 'test-payments', `${name}.jsonl`),
    webhookTarget: () => (isListening ? origin + apiPrefix + webhook : null),
    publicAddress: config.publicUrl + paths[name],
    now: () => clock.now(),
  })
  const stripe =
    played.stripe && isServing
      ? openStripeSimulator({ ...optionsOf('stripe', webhookPaths.STRIPE), ...keys.stripe })
      : null
  const paypal =
    played.paypal && isServing
      ? openPayPalSimulator({ ...optionsOf('paypal', webhookPaths.PAYPAL), ...keys.paypal })
      : null
  return {
    keys,
    originOf: (name) => origin + paths[name],
    stripe,
    paypal,
    async mount(app) {
      if (stripe) await app.register(stripe.plugin, { prefix: paths.stripe })
      if (paypal) await app.register(paypal.plugin, { prefix: paths.paypal })
      app.addHook('onListen', async () => {
        origin = ownAddress(app)
        isListening = true
      })
      app.addHook('onClose', async () => {
        stripe?.close()
        paypal?.close()
      })
    },
  }
}

/** Where this process reaches itself. */
function ownAddress(app: FastifyInstance): string {
  const [own] = app.addresses()
  if (!own || typeof own === 'string') throw new Error('The shop listens nowhere')
  const isAnywhere = own.address === '0.0.0.0' || own.address === '::'
  const host = isAnywhere ? '127.0.0.1' : own.family === 'IPv6' ? `[${own.address}]` : own.address
  return `http://${host}:${own.port}`
}

function secret(): string {
  return randomBytes(24).toString('hex')
}
