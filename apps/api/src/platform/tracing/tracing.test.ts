import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { begin } from '../../../test/payments.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { openLog } from '../logging/open-log.ts'
import { startTracing } from './tracing.ts'

const patience = { timeout: 60_000, interval: 50 }

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector that speaks as much OTLP over HTTP as is sent to it. */
const spans: Span[] = []
const resources: Span['attributes'][] = []
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
  for (const { resource, scopeSpans } of resourceSpans) {
    resources.push(resource.attributes)
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.setHeader('content-type', 'application/json').end('{}')
})
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => void stream.resume().on('end', done),
})
mailServer.on('error', () => {})
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

let shop: TestShop
let stopTracing: () => Promise<void>
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${portOf(collector)}`
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  vi.stubEnv('OTEL_SERVICE_NAME', 'shop-under-test')
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
  stopTracing = await startTracing((error) => {
    throw error
  })
  const destination = new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(text))
      done()
    },
  })
  shop = await openTestShop({
    log: openLog('warn', { destination }),
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer.server)}`,
      ACCESS_LOG: 'on',
    },
  })
})
afterAll(async () => {
  await shop.close()
  await stopTracing()
  vi.unstubAllEnvs()
  collector.close()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

const newTrace = () => crypto.randomUUID().replaceAll('-', '')

/** The spans of a trace by name, once one with the name `last` has arrived. */
async function traceWith(traceId: string, last: string): Promise<Map<string, Span>> {
  const ofTrace = () => spans.filter((span) => span.traceId === traceId)
  await vi.waitFor(() => expect(ofTrace().map(({ name }) => name)).toContain(last), patience)
  return new Map(ofTrace().map((span) => [span.name, span]))
}

const attributeOf = (span: Span | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value

it('one trace leads from a request over its job to the e-mail', async () => {
  const traceId = newTrace()
  await shop.call('register', {
    body: { name: 'Ada', email: 'ada@example.com', password: 'a password of ada' },
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  const trace = await traceWith(traceId, 'job send-mail')
  const request = trace.get('POST /api/auth/register')
  const job = trace.get('job send-mail')
  const mail = trace.get('mail send')
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2 })
  expect(attributeOf(request, 'http.response.status_code')).toEqual({ intValue: 200 })
  expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: 5 })
  expect(mail).toMatchObject({ parentSpanId: job?.spanId, kind: 3 })
  const insert = spans.find(
    (span) =>
      span.traceId === traceId && span.name === 'insert' && span.parentSpanId === request?.spanId,
  )
  expect(attributeOf(insert, 'db.system.name')).toEqual({ stringValue: 'postgresql' })
  expect(JSON.stringify([...spans])).not.toMatch(/ada@example|password of ada/)
  expect(resources.at(-1)).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'shop-under-test' },
  })
})

it('requests to a payment provider carry the trace on', async () => {
  const traceId = newTrace()
  const [variant] = await stockVariants(shop, 1, 5)
  const buyer = await makeBuyer(shop)
  const placed = await order(shop, buyer, [variant])
  const headers = { ...buyer.headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  await begin(shop, { headers }, placed.id, 'STRIPE')
  await begin(shop, { headers }, placed.id, 'PAYPAL')
  const trace = await traceWith(traceId, 'paypal initiate')
  // The simulated providers are served by the shop itself, and so continue the trace.
  const atProviders = [...trace.values()].filter(
    ({ kind, name }) => kind === 2 && /(stripe|paypal).*(sessions|orders)/i.test(name),
  )
  const parents = atProviders.map(({ parentSpanId }) => parentSpanId)
  expect(parents).toContain(trace.get('stripe initiate')?.spanId)
  expect(parents).toContain(trace.get('paypal initiate')?.spanId)
})

it('log lines name the trace, and so does the request id', async () => {
  const traceId = newTrace()
  await shop.app.inject({
    url: '/api/products/nothing',
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', requestId: traceId, trace_id: traceId }),
  )
})

it('health checks are no traces', async () => {
  const traceId = newTrace()
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  for (const url of ['/readyz', '/api/nothing']) await shop.app.inject({ url, headers })
  expect([...(await traceWith(traceId, 'GET /api/*')).keys()]).toEqual(['GET /api/*'])
})
