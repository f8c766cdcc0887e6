import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '../src/platform/logging/open-log.ts'
import { openServices } from '../src/platform/services/services.ts'
import { type FailingProxy, openFailingProxy } from './proxies.ts'
import { openS3Server, type S3Server } from './s3-server.ts'
import { postFiles } from './send-files.ts'
import { signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const patience = { timeout: 60_000, interval: 50 }
const bucket = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-so-secret', region: 'eu-west-1' }

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('nobody') ? new Error('No such mailbox') : null),
  onData: (stream, _session, done) => void stream.resume().on('end', done),
})
mailServer.on('error', () => {})

const destination = new Writable({
  write(text, _encoding, done) {
    lines.push(JSON.parse(text))
    done()
  },
})

/** A log that `lines` collects, and the services that write to it. */
function openLoggedServices() {
  const log = openLog('info', {
    destination,
    databaseFailed: (error) => services.databaseFailed(error),
  })
  const services = openServices(log)
  return { log, services }
}

let s3: S3Server
let s3Line: FailingProxy
let mailLine: FailingProxy
let shop: TestShop
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  s3 = await openS3Server(bucket)
  s3Line = await openFailingProxy(Number(new URL(s3.endpoint).port))
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  mailLine = await openFailingProxy(port, '421 4.3.2 Not now\r\n')
  shop = await openTestShop({
    empty: true,
    ...openLoggedServices(),
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
      S3_BUCKET: 'shop',
      S3_REGION: bucket.region,
      S3_ENDPOINT: `http://127.0.0.1:${s3Line.port}`,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  })
})
afterAll(async () => {
  await shop.close()
  await s3Line.close()
  await mailLine.close()
  await s3.close()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

const outages = () => lines.filter(({ outage }) => outage !== undefined)

test('an outage of the file storage is logged once, and not taken for one of the database', async () => {
  const key = 'chat/5ec3e700.webp'
  await shop.ctx.storage.write(key, Buffer.from('picture'), 'image/webp')
  lines.length = 0
  await s3Line.fail('refuses connections')
  for (let times = 0; times < 2; times += 1)
    await expect(shop.ctx.storage.read(key)).rejects.toThrow('gives no answer')
  await s3Line.fail(null)
  await vi.waitFor(() => shop.ctx.storage.read(key), patience)
  expect(outages()).toMatchObject([
    { level: 50, outage: 'storage', msg: 'the file storage is unavailable' },
    { level: 30, outage: 'storage', msg: 'the file storage is available again' },
  ])
})

// No process may make a file in /sys, not even one of root.
test.skipIf(!existsSync('/sys/kernel'))(
  'an upload that the disk does not take is answered 503, and logged once as an outage',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'solvane-uploads-'))
    const pictures = join(dataDir, 'uploads', 'chat')
    await mkdir(join(dataDir, 'uploads'))
    await symlink('/sys/kernel', pictures)
    const local = await openTestShop({
      empty: true,
      ...openLoggedServices(),
      settings: { DATA_DIR: dataDir },
    })
    try {
      const { headers } = await signUp(local)
      const create = { width: 40, height: 40, channels: 3, background: '#c8141e' } as const
      const bytes = await sharp({ create }).png().toBuffer()
      lines.length = 0
      for (let times = 0; times < 2; times += 1) {
        const refused = await postFiles(local, headers, [{ bytes }])
        expect(refused.statusCode, refused.body).toBe(503)
      }
      await rm(pictures)
      expect((await postFiles(local, headers, [{ bytes }])).statusCode).toBe(201)
      expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ outage: 'storage' }])
      expect(outages()).toMatchObject([
        { level: 50, outage: 'storage', msg: 'the file storage is unavailable' },
        { level: 30, outage: 'storage', msg: 'the file storage is available again' },
      ])
    } finally {
      await local.close()
      await rm(dataDir, { recursive: true })
    }
  },
)

test('an outage of the mail server is logged once; a rejected recipient is not an outage', async () => {
  lines.length = 0
  await mailLine.fail('says it is unavailable')
  await signUp(shop)
  await signUp(shop)
  await vi.waitFor(() => expect(outages()).toHaveLength(1), patience)
  await mailLine.fail(null)
  await signUp(shop)
  await vi.waitFor(() => expect(outages()).toHaveLength(2), patience)
  const { email } = await signUp(shop, { email: `nobody-${crypto.randomUUID()}@example.com` })
  await vi.waitFor(async () => {
    const { rows } = await shop.ctx.db.pool.query(
      'select last_error from mail where recipient = $1',
      [email],
    )
    expect(rows[0].last_error).toContain('all recipients were rejected')
  }, patience)
  expect(outages()).toMatchObject([
    { level: 50, outage: 'mail', reason: expect.stringContaining('421 4.3.2 Not now') },
    { level: 30, outage: 'mail', msg: 'the mail server is available again' },
  ])
})

test('an outage of a payment provider is logged once', async () => {
  lines.length = 0
  const stripe = shop.ctx.payments.test?.stripe
  stripe?.faults.inject(/checkout\/sessions/, 'fails', 4)
  const start = () =>
    shop.ctx.payments.providers.get('STRIPE')?.initiate?.({
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
  await expect(start()).rejects.toThrow('Stripe')
  await expect(start()).rejects.toThrow('Stripe')
  await start()
  expect(outages()).toMatchObject([
    { level: 50, outage: 'stripe', msg: 'the payment provider Stripe is unavailable' },
    { level: 30, outage: 'stripe', msg: 'the payment provider Stripe is available again' },
  ])
})
