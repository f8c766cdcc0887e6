import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openPayPalSimulator, type PayPalSimulator } from '@solvane/payment-simulators/paypal'
import { openStripeSimulator, type StripeSimulator } from '@solvane/payment-simulators/stripe'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'

/** An e-mail that the mail server has accepted. */
export interface DeliveredEmail {
  messageId: string
  to: string
  subject: string
  /** Milliseconds of the monotonic clock. */
  at: number
}

/** The services outside the shop, which survive when it is killed. */
export interface ExternalServices {
  stripe: StripeSimulator
  paypal: PayPalSimulator
  emails: DeliveredEmail[]
  /** The settings with which the shop uses all of them. */
  settings: Record<string, string>
  close(): Promise<void>
}

const stripeKeys = { secretKey: 'sk_test_outside', webhookSecret: 'whsec_outside' }
const paypalKeys = {
  clientId: 'client-of-the-outside-world',
  clientSecret: 'secret-of-the-outside-world',
  webhookId: 'OUTSIDE0001',
}

/**
 * Opens providers and a mail server for a shop at `shopUrl`; `folder` stores the providers'
 * records.
 */
export async function openExternalServices(
  shopUrl: string,
  folder: string,
): Promise<ExternalServices> {
  const app = Fastify({ forceCloseConnections: true })
  const options = (name: string) => ({
    mode: 'test',
    file: join(folder, `${name}.jsonl`),
    webhookTarget: () => `${shopUrl}/api/webhooks/${name}`,
    publicAddress: `http://127.0.0.1/${name}`,
    now: () => new Date(),
  })
  const stripe = openStripeSimulator({ ...options('stripe'), ...stripeKeys })
  const paypal = openPayPalSimulator({ ...options('paypal'), ...paypalKeys })
  await app.register(stripe.plugin, { prefix: '/stripe' })
  await app.register(paypal.plugin, { prefix: '/paypal' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const mail = await openMailServer()
  return {
    stripe,
    paypal,
    emails: mail.emails,
    settings: {
      PROVIDERS_PORT: String(port),
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      PAYPAL_CLIENT_ID: paypalKeys.clientId,
      PAYPAL_CLIENT_SECRET: paypalKeys.clientSecret,
      PAYPAL_WEBHOOK_ID: paypalKeys.webhookId,
      PAYPAL_ENVIRONMENT: 'sandbox',
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@solvane.example',
    },
    async close() {
      stripe.close()
      paypal.close()
      await app.close()
      await mail.close()
    },
  }
}

async function openMailServer() {
  const emails: DeliveredEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let message = ''
      stream.setEncoding('utf8').on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? ''
        emails.push({
          messageId: /<(.+)@/.exec(header('Message-ID'))?.[1] ?? '',
          to: envelope.rcptTo[0]?.address ?? '',
          subject: header('Subject'),
          at: performance.now(),
        })
        done()
      })
    },
  })
  // A client that is killed within an e-mail is expected.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    emails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
