import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openStripeSimulator, type StripeSimulator } from './stripe/stripe-simulator.ts'

const folder = mkdtempSync(join(tmpdir(), 'solvane-pages-'))
const secretKey = 'sk_test_1'
let app: FastifyInstance
let stripe: StripeSimulator
let now = new Date('2026-11-21T12:00:00Z')

async function start(): Promise<void> {
  stripe = openStripeSimulator({
    mode: 'test',
    file: join(folder, 'stripe.jsonl'),
    webhookTarget: () => null,
    publicAddress: 'http://shop.example/pay-here',
    now: () => now,
    secretKey,
    webhookSecret: 'whsec_1',
  })
  app = Fastify()
  await app.register(stripe.plugin, { prefix: '/pay-here' })
}

async function stop(): Promise<void> {
  stripe.close()
  await app.close()
}
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openSession(name = 'Order 1'): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/pay-here/v1/checkout/sessions',
    headers: { authorization: `Bearer ${secretKey}` },
    payload: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '125000',
      'line_items[0][price_data][product_data][name]': name,
      success_url: 'http://shop.example/orders/1',
      cancel_url: 'http://shop.example/orders/1',
    }).toString(),
  })
  return answer.json().id
}

const page = (id: string) => app.inject(`/pay-here/pay/${id}`)
const press = (id: string, action: string) =>
  app.inject({
    method: 'POST',
    url: `/pay-here/pay/${id}`,
    payload: `action=${action}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('says that no money moves, and runs no script', async () => {
  await start()
  const { body, headers } = await page(await openSession('<script>alert(1)</script>'))
  expect(body).toContain('No money moves')
  expect(body).toContain('$1,250.00')
  expect(body).not.toContain('<script')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' http://shop.example; base-uri 'none'; frame-ancestors 'none'",
  )
  expect((await app.inject('/pay-here/assets/pay-page.css')).headers['content-type']).toMatch('css')
  for (const font of ['display', 'text'])
    expect((await app.inject(`/pay-here/assets/${font}.woff2`)).statusCode).toBe(200)
})

test('a choice survives a restart, and a payment under way is settled', async () => {
  await start()
  const id = await openSession()
  expect((await press(id, 'delay')).statusCode).toBe(303)
  await stop()
  await start()
  expect((await page(id)).body).toContain('Let it succeed')
  now = new Date(now.getTime() + 61_000)
  stripe.bank.tick()
  expect(stripe.bank.session(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect((await page(id)).body).toContain('Paid')
  const types = stripe.webhooks.sent().map(({ body }) => JSON.parse(body).type)
  expect(types).toEqual(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
})

test('a button of an outdated page does nothing', async () => {
  await start()
  const id = await openSession()
  expect((await press(id, 'approve')).statusCode).toBe(303)
  for (const action of ['approve', 'decline', 'delay'])
    expect((await press(id, action)).statusCode).toBe(409)
  const other = await openSession()
  now = new Date(now.getTime() + 25 * 60 * 60_000)
  expect((await press(other, 'approve')).statusCode).toBe(409)
  expect((await page(other)).body).toContain('The time to pay is over')
  expect((await press(await openSession(), 'dance')).statusCode).toBe(400)
  expect((await page('cs_test_unknown')).statusCode).toBe(404)
})

test('the API requires the shop’s key', async () => {
  await start()
  const id = await openSession()
  const answer = await app.inject(`/pay-here/v1/checkout/sessions/${id}`)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})
