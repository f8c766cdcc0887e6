import { expect, it, vi } from 'vitest'
import { weighPages } from './page-weights.ts'

/** Most that a page may bring before anything is clicked, in bytes as brotli. */
const scriptBudget = 120_000
const styleBudget = 14_000

it('keeps the pages within their budgets', { timeout: 60_000 }, async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const weights = await weighPages([
    'app/routes/home.tsx',
    'app/routes/listing.tsx',
    'app/routes/product.tsx',
  ])
  for (const [file, { script, style }] of Object.entries(weights)) {
    expect(script, `scripts of ${file}`).toBeLessThan(scriptBudget)
    expect(style, `styles of ${file}`).toBeLessThan(styleBudget)
    expect(script, `scripts of ${file}`).toBeGreaterThan(50_000)
  }
})
