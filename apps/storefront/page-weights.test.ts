import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { weighPages } from './page-weights.ts'

/** The most that a page may load before anything is clicked, in bytes as brotli. */
const scriptBudget = 110_000
/** One style sheet for every page of the shop. */
const styleBudget = 20_000

const entrances = [
  'app/routes/home.tsx',
  'app/routes/listing.tsx',
  'app/routes/product.tsx',
] as const
/** Pages that receive server events. */
const listeners = ['app/routes/profile-order.tsx', 'app/routes/usdt-payment.tsx'] as const

let weights: Awaited<ReturnType<typeof weighPages>>
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  weights = await weighPages([...entrances, ...listeners])
}, 120_000)
afterAll(() => void vi.unstubAllEnvs())

it.each(entrances)('keeps %s within its budget', (file) => {
  expect(weights[file]?.script).toBeLessThan(scriptBudget)
  expect(weights[file]?.style).toBeLessThan(styleBudget)
  expect(weights[file]?.script).toBeGreaterThan(50_000)
})

it.each(entrances)('loads orders and payments on their own pages, not with %s', (file) => {
  expect(weights[file]?.features).toContain('navigation')
  expect(weights[file]?.features).not.toContain('orders')
  expect(weights[file]?.features).not.toContain('payments')
})

it.each(entrances)('loads the chat when it is opened, not with %s', (file) => {
  expect(weights[file]?.features).toContain('chat')
  expect(weights[file]?.packages).not.toContain('socket.io-client')
  expect(weights[file]?.packages).not.toContain('@base-ui/react')
})

it.each(entrances)(
  'loads the parts that call the API in the browser on demand, not with %s',
  (file) => {
    expect(weights[file]?.packages).not.toContain('@tanstack/react-query')
    expect(weights[file]?.packages).not.toContain('@tanstack/query-core')
  },
)

it.each(listeners)('loads the socket of %s only when someone is signed in', (file) => {
  expect(weights[file]?.packages).toContain('react-dom')
  expect(weights[file]?.packages).not.toContain('socket.io-client')
})
