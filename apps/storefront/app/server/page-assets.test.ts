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
}

describe('the assets of a page', () => {
  it('are those of the entry and of its own routes, without duplicates', () => {
    expect(pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/home.tsx'])).toEqual({
      script: '/assets/entry.js',
      starter: '/assets/starter.js',
      modules: ['/assets/shared.js', '/assets/home.js'],
      style: '/assets/style.css',
      fonts: ['/assets/cormorant-latin-wght-normal-x1.woff2'],
    })
  })

  it('throw a clear error when the build lacks a source file', () => {
    expect(() => pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/gone.tsx'])).toThrow(
      'The storefront\'s build has no "app/routes/gone.tsx". Build it again.',
    )
  })
})
