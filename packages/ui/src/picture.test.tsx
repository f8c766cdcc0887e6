import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture, paper } from './picture.tsx'
import { Swatches } from './swatch.tsx'

const bag = { src: '/bag.webp', alt: 'A bag', width: 800, height: 1000, color: '#ece7de' }

test('a picture loads lazily and reserves its place', () => {
  const html = renderToStaticMarkup(<Picture {...bag} />)
  expect(html).toContain('loading="lazy"')
  expect(html).toContain('width="800" height="1000"')
})

test('the largest picture of a page loads at once and first', () => {
  const html = renderToStaticMarkup(<Picture {...bag} isPriority />)
  expect(html).toContain('loading="eager"')
  expect(html).toContain('fetchPriority="high"')
})

test('the sources keep their order, best format first', () => {
  const html = renderToStaticMarkup(
    <Picture
      {...bag}
      sizes="50vw"
      sources={[
        { type: 'image/avif', srcSet: '/bag.avif 800w' },
        { type: 'image/webp', srcSet: '/bag.webp 800w' },
      ]}
    />,
  )
  expect([...html.matchAll(/type="(image\/\w+)"/g)].map(([, type]) => type)).toEqual([
    'image/avif',
    'image/webp',
  ])
  expect(html).toContain('sizes="50vw"')
})

test('a picture on paper fades in from paper, whatever ground its frame has', () => {
  const html = renderToStaticMarkup(<Picture {...bag} color={paper} />)
  expect(html).toContain('onPaper')
  expect(html).not.toContain('<svg')
  const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  expect(tokens).toContain(`--color-paper: ${paper};`)
})

test('colours are no style attributes, which the page’s policy forbids', () => {
  const html = renderToStaticMarkup(
    <>
      <Picture {...bag} />
      <Swatches colors={[{ name: 'Ink', hex: '#1b1815' }]} />
    </>,
  )
  expect(html).toContain('#ece7de')
  expect(html).toContain('#1b1815')
  expect(html).not.toContain('style=')
})
