import { createElement as element } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { assetTags, documentHtml, splitHoisted } from './document.ts'

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
    modules: ['/shop.js', '/home.js'],
    shopperModules: [],
    style: '/style.css',
    fonts: ['/text.woff2'],
  }
  const sources = (tags: string) =>
    [...tags.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, at]) => at)

  it('load after its first paint where it is there without them', () => {
    const tags = assetTags(assets, { waits: true })
    expect(sources(tags)).toEqual(['/style.css', '/text.woff2', '/starter.js'])
    expect(tags).toContain('data-entry="/entry.js" data-modules="/shop.js /home.js" data-waits')
  })

  it('load at once where it is not', () => {
    const tags = assetTags(assets, { waits: false })
    expect(sources(tags)).toEqual([
      '/style.css',
      '/text.woff2',
      '/entry.js',
      '/shop.js',
      '/home.js',
      '/starter.js',
    ])
    expect(tags).not.toContain('data-waits')
  })

  it('are named to the starter first of all where a signed-in shopper needs more', () => {
    const tags = assetTags(
      { ...assets, shopperModules: ['/cart.js', '/queries.js'] },
      { waits: false, requests: ['/api/cart', '/api/orders/my/"&'] },
    )
    expect(sources(tags).slice(0, 3)).toEqual(['/style.css', '/starter.js', '/text.woff2'])
    expect(tags).toContain(
      'data-shopper-modules="/cart.js /queries.js" data-requests="/api/cart /api/orders/my/&quot;&amp;"',
    )
  })
})
