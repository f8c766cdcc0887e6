import { createElement as element } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { documentHtml, splitHoisted } from './document.ts'

describe('markup with titles and metas inside', () => {
  it('splits into head and body, whatever the attributes say', () => {
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

  it('is refused when the body does not begin as it should', () => {
    expect(() => splitHoisted('<p>', '<div id="shop"')).toThrow('does not begin')
  })
})

describe('a document', () => {
  it('holds no inline script', () => {
    const html = documentHtml({ head: '<title>A</title>', assets: '', body: '<p>B</p>', state: {} })
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual(['<script type="application/json" id="page-state">'])
  })
})
