import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { apiPrefix } from '@solvane/contract/paths'
import { openChainSimulator, simulatedToken } from '@solvane/payment-simulators/chain'
import { openPayPalSimulator } from '@solvane/payment-simulators/paypal'
import { openStripeSimulator } from '@solvane/payment-simulators/stripe'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { webhookPath } from './payments.routes.ts'
import type { PayPalSettings } from './paypal/open-paypal.ts'
import type { TestPayments } from './provider.ts'
import type { StripeSettings } from './stripe/open-stripe.ts'
import { type UsdtSettings, usdtPage } from './usdt/usdt-provider.ts'

/** Below the shop's own address. */
const paths = {
  stripe: '/test-payments/stripe',
  paypal: '/test-payments/paypal',
  chain: '/test-payments/chain',
} as const

/** The key of an account whose private key is unknown. */
const extendedPublicKey =
  'xpub6C7mk13tB7X64uaXFfimQ5Mhm7q1ugLEyJAx9Lwnuos7hVvuHy5tYineguFtA37tUdzp9ymgnLPtNhasExW1qXSisHCQLPtTD1r7abrQtgd'

/** How the shop reaches the simulators. */
interface Reachable {
  keys: { stripe: StripeSettings; paypal: PayPalSettings; usdt: UsdtSettings }
  /** The address of a simulator. */
  originOf(name: keyof typeof paths): string
}

/** Opens simulators of the given providers. Raises an error in production. */
export function openTestPayments(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  simulated: { stripe: boolean; paypal: boolean; usdt: boolean },
): TestPayments & Reachable {
  let origin = `http://localhost:${config.port}`
  // Random secrets: only the simulators can sign messages.
  const keys = {
    stripe: { secretKey: 'sk_test_solvane', webhookSecret: `whsec_${secret()}` },
    paypal: {
      clientId: 'solvane-test-client',
      clientSecret: 'solvane-test-secret',
      webhookId: secret(),
      environment: 'sandbox',
    },
    usdt: {
      extendedPublicKey,
      chainId: simulatedToken.chainId,
      tokenAddress: simulatedToken.address,
      confirmations: 3,
      pauseMilliseconds: 2_000,
      rpcUrl: () => `${origin}${paths.chain}/rpc`,
      testWallet: `${config.publicUrl}${paths.chain}/wallet`,
    },
  } as const
  // A worker uses the simulators of the process that serves requests.
  const isServing = config.role !== 'worker'
  let isListening = false
  const optionsOf = (name: keyof typeof paths, webhook: string) => ({
    mode: config.mode,
    file: join(config.dataDir, 'test-payments', `${name}.jsonl`),
    webhookTarget: () => (isListening ? origin + apiPrefix + webhook : null),
    publicAddress: config.publicUrl + paths[name],
    now: () => clock.now(),
  })
  const stripe =
    simulated.stripe && isServing
      ? openStripeSimulator({ ...optionsOf('stripe', webhookPath('STRIPE')), ...keys.stripe })
      : null
  const paypal =
    simulated.paypal && isServing
      ? openPayPalSimulator({ ...optionsOf('paypal', webhookPath('PAYPAL')), ...keys.paypal })
      : null
  const chain =
    simulated.usdt && isServing
      ? openChainSimulator({
          mode: config.mode,
          file: join(config.dataDir, 'test-payments', 'chain.jsonl'),
          // The shop serves the wallet itself, so a path works at any host.
          payPageOf: (paymentId) => usdtPage('', paymentId),
          // Blocks follow the system clock even where the shop's clock differs.
          now: () => new Date(),
        })
      : null
  return {
    keys,
    originOf: (name) => origin + paths[name],
    stripe,
    paypal,
    chain,
    async mount(app) {
      if (stripe) await app.register(stripe.plugin, { prefix: paths.stripe })
      if (paypal) await app.register(paypal.plugin, { prefix: paths.paypal })
      if (chain) await app.register(chain.plugin, { prefix: paths.chain })
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

/** The address at which this process reaches itself. */
function ownAddress(app: FastifyInstance): string {
  const [own] = app.addresses()
  if (!own || typeof own === 'string') throw new Error('The shop does not listen on a port')
  const isAnywhere = own.address === '0.0.0.0' || own.address === '::'
  const host = isAnywhere ? '127.0.0.1' : own.family === 'IPv6' ? `[${own.address}]` : own.address
  return `http://${host}:${own.port}`
}

function secret(): string {
  return randomBytes(24).toString('hex')
}
