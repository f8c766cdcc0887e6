import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

it('reports response times by route and the resources of the process', async () => {
  await shop.app.inject('/api/nothing')
  await shop.app.inject('/api/nothing-either')
  const answer = await shop.app.inject('/metrics')
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('text/plain; version=0.0.4'),
    'cache-control': 'no-store',
  })
  expect(answer.body).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/\*",status="404",cache="none"\} 2$/m,
  )
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(answer.body).toMatch(/^database_connections \d+$/m)
  expect(answer.body).toMatch(/^sockets_open 0$/m)
})

it.each([
  ['from elsewhere', { remoteAddress: '203.0.113.7' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '10.0.0.7' } }],
])('responds 404 to requests %s', async (_, from) => {
  const answer = await shop.app.inject({ url: '/metrics', ...from })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
})
