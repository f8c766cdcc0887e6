import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPayPalSimulator, type PayPalSimulator } from '@solvane/payment-simulators/paypal'
import { openStripeSimulator } from '@solvane/payment-simulators/stripe'
import Fastify, { type FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPayPalClient, PayPalRejection } from '../src/features/payments/paypal/paypal-client.ts'
import { ProviderUnavailable } from '../src/features/payments/provider.ts'
import { openStripe } from '../src/features/payments/stripe/open-stripe.ts'
import { openChain } from '../src/features/payments/usdt/chain.ts'
import { openMailTransport } from '../src/platform/mail/outbox.ts'
import { openS3Storage } from '../src/platform/storage/s3-storage.ts'
import { StorageUnavailable } from '../src/platform/storage/storage.ts'
import { type FailingProxy, failures, openFailingProxy } from './proxies.ts'
import { openS3Server, type S3Server } from './s3-server.ts'
import { openTestChain, type TestChain } from './usdt/test-chain.ts'

/** Milliseconds that each client waits for an answer here. */
const timeout = 500
/** A busy machine may take longer than that more than once. */
const patience = { timeout: 60_000, interval: 50 }

const accessKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-so-secret' }
const bucket = { accessKey, region: 'eu-west-1' }
const paypalKeys = { clientId: 'client', clientSecret: 'secret' }
const stripeKeys = { secretKey: 'sk_test_outage', webhookSecret: 'whsec_outage' }

let folder: string
let app: FastifyInstance
let paypal: PayPalSimulator
let s3: S3Server
let chain: TestChain
const received: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume().on('end', () => {
      received.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    })
  },
})
// A client that hangs up is expected.
mailServer.on('error', () => {})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-outages-'))
  app = Fastify({ forceCloseConnections: true })
  const options = (name: string) => ({
    mode: 'test',
    file: join(folder, name),
    webhookTarget: () => null,
    publicAddress: `http://127.0.0.1/${name}`,
    now: () => new Date(),
  })
  paypal = openPayPalSimulator({ ...options('paypal'), ...paypalKeys, webhookId: 'OUTAGE' })
  const stripe = openStripeSimulator({ ...options('stripe'), ...stripeKeys })
  app.addHook('onClose', async () => {
    paypal.close()
    stripe.close()
  })
  await app.register(paypal.plugin, { prefix: '/paypal' })
  await app.register(stripe.plugin, { prefix: '/stripe' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  s3 = await openS3Server({ ...accessKey, region: bucket.region })
  chain = await openTestChain()
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  await app.close()
  await s3.close()
  await chain.close()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
  await rm(folder, { recursive: true })
})

/** A line to a local server, for one test. */
async function openLine(port: number): Promise<FailingProxy> {
  const line = await openFailingProxy(port)
  onTestFinished(() => line.close())
  return line
}
const originOf = ({ port }: FailingProxy) => `http://127.0.0.1:${port}`

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

function askPayPal(origin: () => string) {
  const ask = openPayPalClient(
    { ...paypalKeys, environment: 'sandbox' },
    () => `${origin()}/paypal`,
    timeout,
  )
  // 'No such order' counts as an answer.
  return () =>
    ask(({ orders }) => orders.getOrder({ id: 'UNKNOWN' })).catch((error) => {
      if (!(error instanceof PayPalRejection)) throw error
    })
}

/**
 * The shop's requests to third parties, each with a client of its own, and the error that each
 * raises without an answer.
 */
const thirdParties = {
  PayPal: { port: () => portOf(app.server), open: askPayPal, raises: ProviderUnavailable },
  Stripe: {
    port: () => portOf(app.server),
    open: (origin: () => string) => {
      const stripe = openStripe(stripeKeys, () => `${origin()}/stripe`, timeout)
      return async () => {
        const started = await stripe.initiate({
          paymentId: crypto.randomUUID(),
          orderId: crypto.randomUUID(),
          orderNumber: 'SV1',
          attempt: 1,
          amountCents: 12_00,
          email: 'shopper@example.com',
          description: 'Order SV1',
          returnUrl: 'https://solvane.example/order',
          createdAt: new Date(),
          expiresAt: new Date(Date.now() + 36 * 60_000),
        })
        expect(started.providerRef).toBeTruthy()
      }
    },
    raises: ProviderUnavailable,
  },
  'the chain': {
    port: () => Number(new URL(chain.rpcUrl).port),
    open: (origin: () => string) => {
      const { head } = openChain({ ...chain, rpcUrl: origin, timeout })
      return async () => expect(await head()).toBeGreaterThan(0)
    },
    raises: ProviderUnavailable,
  },
  'the bucket': {
    port: () => Number(new URL(s3.endpoint).port),
    open: (origin: () => string) => {
      const storage = openS3Storage({ ...bucket, bucket: 'shop', endpoint: origin() }, timeout)
      return async () => {
        await storage.write('chat/one.webp', Buffer.from('one'), 'image/webp')
        expect(await storage.read('chat/one.webp')).toEqual(Buffer.from('one'))
      }
    },
    raises: StorageUnavailable,
  },
  'the mail server': {
    port: () => portOf(mailServer.server),
    open: (origin: () => string) => {
      const smtpUrl = origin().replace('http', 'smtp')
      const send = openMailTransport({ smtpUrl, from: 'shop@solvane.example' }, timeout)
      return async () => {
        const to = `${crypto.randomUUID()}@example.com`
        await send({ to, subject: 'Welcome', text: 'Welcome' })
        expect(received).toContain(to)
      }
    },
    raises: Error,
    unavailable: '421 4.3.2 Not now\r\n',
  },
}

// At the same time: most of it they wait for answers that do not come.
describe.concurrent.each(Object.entries(thirdParties))(
  '%s',
  (_, { port, open, raises, ...protocol }) => {
    test.for(failures)(
      'that %s is requested again successfully once it is available',
      { concurrent: false },
      async (failure, { onTestFinished }) => {
        const line = await openFailingProxy(port(), ...Object.values(protocol))
        onTestFinished(() => line.close())
        const ask = open(() => originOf(line))
        // The first time before it was ever reached, the second after.
        for (let times = 0; times < 2; times++) {
          await line.fail(failure)
          await expect(ask()).rejects.toBeInstanceOf(raises)
          await line.fail(null)
          await vi.waitFor(ask, patience)
        }
      },
    )
  },
)

test.each(['PayPal', 'Stripe', 'the chain'] as const)(
  '%s without TLS is asked again with success once it works',
  async (name) => {
    const { port, open, raises } = thirdParties[name]
    const line = await openLine(port())
    let scheme = 'https'
    const ask = open(() => originOf(line).replace('http', scheme))
    await expect(ask()).rejects.toBeInstanceOf(raises)
    scheme = 'http'
    await vi.waitFor(ask, patience)
  },
)

test.each([400, 401, 404, 422, 500, 503])(
  'a token that PayPal rejects with %i says nothing of the order, and the next request asks for another',
  async (status) => {
    const line = await openLine(portOf(app.server))
    const ask = askPayPal(() => originOf(line))
    paypal.faults.inject(/oauth2\/token$/, { status, body: { name: 'RESOURCE_NOT_FOUND' } })
    await expect(ask()).rejects.toBeInstanceOf(ProviderUnavailable)
    await vi.waitFor(ask, patience)
  },
)

test('requests that wait for the same token of PayPal fail together and then ask for one', async () => {
  const line = await openLine(portOf(app.server))
  const ask = askPayPal(() => originOf(line))
  await line.fail('resets the connection')
  const failed = await Promise.allSettled([ask(), ask(), ask()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await line.fail(null)
  const newToken = vi.fn(async () => {})
  paypal.faults.inject(/oauth2\/token$/, newToken, 3)
  await vi.waitFor(ask, patience)
  await ask()
  expect(newToken).toHaveBeenCalledOnce()
})

test('a bucket that never answers holds up a bounded number of requests, each for a bounded time', async () => {
  const line = await openLine(thirdParties['the bucket'].port())
  await line.fail('never answers')
  const ask = thirdParties['the bucket'].open(() => originOf(line))
  const asked = await Promise.allSettled(Array.from({ length: 100 }, ask))
  for (const { status } of asked) expect(status).toBe('rejected')
  // Sixteen requests, each with three attempts: an aborted one may still be counted when the next
  // arrives.
  expect(line.mostAtOnce()).toBeLessThanOrEqual(16 * 3)
})

test('a picture of which the bucket sends only the beginning ends all the same', async () => {
  const line = await openLine(thirdParties['the bucket'].port())
  const endpoint = originOf(line)
  const storage = openS3Storage({ ...bucket, bucket: 'shop', endpoint }, timeout)
  const bytes = Buffer.alloc(5_000_000, 1)
  await vi.waitFor(() => storage.write('chat/large.webp', bytes, 'image/webp'), patience)
  await line.fail('falls silent in the middle of its answer')
  await expect(storage.read('chat/large.webp')).rejects.toBeInstanceOf(StorageUnavailable)
  await line.fail(null)
  await vi.waitFor(
    async () => expect(await storage.read('chat/large.webp')).toEqual(bytes),
    patience,
  )
})
