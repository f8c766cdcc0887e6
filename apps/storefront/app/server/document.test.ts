import { createElement as element } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { assetTags, documentHtml, pageAssets, splitHoisted } from './document.ts'

describe('markup with titles and metas inside', () => {
  it('is split into head and body, whatever the attributes contain', () => {
    const hostile = '<div id="shop">'
    const markup = renderToString(
      element(
        'div',
        { id: 'shop' },
        element('p', null, 'Text'),
        element('title', null, hostile),
        element('meta', { name: 'description', content: hostile }),
      ),
    )
    const { head, body } = splitHoisted(markup, '<div id="shop"')
    expect(head).toMatch(/^<title>.*<meta name="description"/)
    expect(body).toBe('<div id="shop"><p>Text</p></div>')
  })

  it('throws when the body does not start with the first tag', () => {
    expect(() => splitHoisted('<p>', '<div id="shop"')).toThrow('does not begin')
  })
})

describe('a document', () => {
  it('contains no inline script', () => {
    const html = documentHtml({ head: '<title>A</title>', assets: '', body: '<p>B</p>', state: {} })
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual(['<script type="application/json" id="page-state">'])
  })
})

describe('the scripts of a page', () => {
  const assets = {
    script: '/entry.js',
    starter: '/starter.js',
    modules: ['/shop.js', '/entry.js', '/home.js'],
    shopperModules: [],
    style: '/style.css',
    fonts: ['/text.woff2'],
  }
  const sources = (tags: string) =>
    [...tags.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, at]) => at)

  it('load after its first paint: the starter alone knows them', () => {
    const tags = assetTags(assets)
    expect(sources(tags)).toEqual(['/style.css', '/text.woff2', '/starter.js'])
    expect(tags).toContain('data-entry="/entry.js" data-modules="/shop.js /entry.js /home.js"')
  })

  it('are named to the starter first of all where a signed-in shopper needs more', () => {
    const tags = assetTags({ ...assets, shopperModules: ['/cart.js', '/queries.js'] }, [
      '/api/cart',
      '/api/orders/my/"&',
    ])
    expect(sources(tags).slice(0, 3)).toEqual(['/style.css', '/starter.js', '/text.woff2'])
    expect(tags).toContain(
      'data-shopper-modules="/cart.js /queries.js" data-requests="/api/cart /api/orders/my/&quot;&amp;"',
    )
  })
})

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
  it('are those of the entry and of its own routes, each once and after its imports', () => {
    expect(pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/home.tsx'])).toEqual({
      script: '/assets/entry.js',
      starter: '/assets/starter.js',
      modules: ['/assets/shared.js', '/assets/entry.js', '/assets/home.js'],
      shopperModules: [],
      style: '/assets/style.css',
      fonts: ['/assets/cormorant-latin-wght-normal-x1.woff2'],
    })
  })

  it('are apart what only a signed-in shopper needs', () => {
    const files = ['app/routes/cart.tsx']
    const { modules, shopperModules } = pageAssets(manifest, 'app/entry-client.tsx', [], files)
    expect(modules).toEqual(['/assets/shared.js', '/assets/entry.js'])
    expect(shopperModules).toEqual(['/assets/queries.js', '/assets/cart.js'])
  })

  it('throw a clear error when the build lacks a source file', () => {
    expect(() => pageAssets(manifest, 'app/entry-client.tsx', ['app/routes/gone.tsx'])).toThrow(
      'The storefront\'s build has no "app/routes/gone.tsx". Build it again.',
    )
  })
})
