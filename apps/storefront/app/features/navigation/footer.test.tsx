import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Footer, SlimFooter } from './footer.tsx'

const render = (Foot: typeof Footer) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Foot
        contactUrl="https://chat.example/solvane"
        chat={(_, text) => <button type="button">{text}</button>}
      />
    </MemoryRouter>,
  )

it('leads to the configured messenger in a new tab that has no access to the shop', () => {
  const links = render(Footer).match(/<a [^>]*https:\/\/chat\.example\/solvane[^>]*>/g) ?? []
  expect(links).toHaveLength(2)
  for (const link of links) {
    expect(link).toContain('target="_blank"')
    expect(link).toContain('rel="noopener noreferrer"')
  }
})

it('keeps pages of the shop in the same tab', () => {
  expect(render(Footer)).toMatch(/<a (?![^>]*target)[^>]*href="\/faq\/delivery"/)
})

it('keeps the chat and the legal pages in the checkout and drops the columns', () => {
  const html = render(SlimFooter)
  expect(html).toContain('Online Support')
  for (const path of ['/privacy', '/terms', '/shipping', '/returns']) {
    expect(html).toContain(`href="${path}"`)
  }
  expect(html).not.toContain('Instagram')
})
