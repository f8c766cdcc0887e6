import { describe, expect, it } from 'vitest'
import { pageAssets } from './page-assets.ts'

const manifest = {
  'app/entry-client.tsx': {
    file: 'assets/entry.js',
    imports: ['_shared.js'],
    assets: [
      'assets/cormorant-latin-wght-normal-x1.woff2',
      'assets/cormorant-latin-ext-wght-italic-x2.woff2',
    ],
  },
  '_shared.js': { file: 'assets/shared.js' },
  'app/routes/home.tsx': {
    file: 'assets/home.js',
    imports: ['_shared.js'],
  },
  'app/starter.ts': { file: 'assets/starter.js' },
  'style.css': { file: 'assets/style.css' },
  'app/routes/faq.tsx': { file: 'assets/faq.js' },
  'app/routes/cart.tsx': { file: 'assets/cart.js', imports: ['_shared.js', '_queries.js'] },
  '_queries.js': { file: 'assets/queries.js' },
}

describe('the assets of a page', () => {
  it('are those of the entry and of its own routes, without duplicates', () => {
    expect(pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/home.tsx'])).toEqual({
      script: '/assets/entry.js',
      starter: '/assets/starter.js',
      modules: ['/assets/shared.js', '/assets/home.js'],
      shopperModules: [],
      style: '/assets/style.css',
      fonts: ['/assets/cormorant-latin-wght-normal-x1.woff2'],
    })
  })

  it('are apart what only a signed-in shopper needs', () => {
    const files = ['app/routes/cart.tsx']
    const { modules, shopperModules } = pageAssets(manifest, 'app/entry-client.tsx', [], files)
    expect(modules).toEqual(['/assets/shared.js'])
    expect(shopperModules).toEqual(['/assets/cart.js', '/assets/queries.js'])
  })

  it('throw a clear error when the build lacks a source file', () => {
    expect(() => pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/gone.tsx'])).toThrow(
      'The storefront\'s build has no "app/routes/gone.tsx". Build it again.',
    )
  })
})
