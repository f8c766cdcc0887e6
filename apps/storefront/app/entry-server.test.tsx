import { ApiError, type Transport } from '@solvane/client/api'
import { describe, expect, it } from 'vitest'
import { createPageRenderer } from './entry-server.tsx'

const settings = {
  assetsBaseUrl: '',
  contactUrl: 'https://contact.example',
  publicUrl: 'https://solvane.example',
  currency: 'USD',
  shippingFee: 15.99,
  freeShippingFrom: 300,
  preparationDays: '1–3',
  transitDays: '5–10',
  totalDays: '7–11',
  defaultDeliveryText: ['Prepared by hand.'],
  deliveryZones: [],
  returnPolicies: [],
  timeZone: 'Europe/Paris',
}
const themes = ['about-us', 'delivery', 'exchange-returns'].map((slug) => ({
  slug,
  title: slug,
  items: [
    { question: `First of ${slug}?`, answer: ['Yes.'] },
    { question: 'Second?', answer: ['No.'] },
  ],
}))
const page = {
  slug: 'about-us',
  title: 'The </script><b>shop</b>',
  description: 'Of "light" & travel',
  picture: null,
  sections: [],
}

const answers: Record<string, (input: Parameters<Transport>[1]) => unknown> = {
  getCategoryTree: () => ({ data: { data: [], total: 0 } }),
  getSiteSettings: () => ({ data: settings }),
  getFaq: () => ({ data: { themes } }),
  getPage: ({ params }) => {
    if (params?.slug === 'about-us') return { data: page }
    throw new ApiError(404, 'We could not find this page.', 'PAGE_NOT_FOUND')
  },
  getProduct: ({ params }) => {
    if (params?.id === 'broken') throw new TypeError('secret detail')
    throw new ApiError(404, 'Nothing here.', 'PRODUCT_NOT_FOUND')
  },
  listAlternatives: () => {
    throw new ApiError(404, 'Nothing here.', 'PRODUCT_NOT_FOUND')
  },
}
const transport: Transport = async (name, input) => answers[name]?.(input)
const renderer = createPageRenderer({ manifest: null })
const render = (url: string, over: Transport = transport) =>
  renderer.render({ url, signal: new AbortController().signal }, over)

describe('a rendered page', () => {
  it('describes itself in its head', async () => {
    const { status, html } = await render('/about-us')
    const head = html.slice(0, html.indexOf('</head>'))
    expect(status).toBe(200)
    expect(head).toContain('<link rel="canonical" href="https://solvane.example/about-us"/>')
    expect(head).toContain('<meta name="description" content="Of &quot;light&quot; &amp; travel"/>')
  })

  it('carries its data escaped, so that no text can end the script', async () => {
    const { html } = await render('/about-us')
    const state = /id="page-state">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.stringify(JSON.parse(state))).toContain('The </script><b>shop</b>')
  })
})

it('submits no password before hydration', async () => {
  const { html } = await render('/login')
  expect(html.match(/<form[^>]*>/g)).toEqual([expect.stringContaining('method="dialog"')])
})

it('marks pages that belong to one shopper', async () => {
  expect((await render('/profile/orders/42')).isPersonal).toBe(true)
  expect((await render('/profile/orders/42/invoice')).isPersonal).toBe(true)
  expect((await render('/order/pay/42')).isPersonal).toBe(true)
  expect((await render('/profile/orders')).isPersonal).toBe(false)
})

it.each([
  ['/cart', 'Cart'],
  ['/order/preview', 'Confirm Order'],
  ['/profile/account', 'My Profile'],
  ['/profile/orders', 'My Orders'],
  ['/profile/orders/42', 'Order Detail'],
  ['/profile/favorite', 'My Wishlist'],
])('renders the heading of the shopper’s page %s, and nothing else of it', async (url, heading) => {
  const { status, html } = await render(url)
  expect(status).toBe(200)
  expect(html).toContain(`<title>${heading} · Solvane</title>`)
  expect(html.match(/<h1>.*?<\/h1>/g)).toEqual([`<h1>${heading}</h1>`])
  expect(html.includes('aria-label="Account"><ul')).toBe(url.startsWith('/profile'))
  expect(html).toMatch(/<noscript>.*your browser has to run scripts/)
})

it.each([
  ['/gift', 'We are opening your gift.'],
  ['/s/token', 'Your selection'],
  ['/reset-password', 'Choose a password'],
  ['/verify-email', 'We are confirming your e-mail address.'],
  ['/waiting-list', 'We are opening your link.'],
  ['/order/payment-return', 'Your payment'],
])('renders the opening of the link %s, without its program', async (url, words) => {
  const { status, html } = await render(url)
  expect(status).toBe(200)
  expect(html).toContain(words)
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toMatch(/<noscript>.*your browser has to run scripts/)
})

it('describes the sign-in page to search engines', async () => {
  const { html } = await render('/login')
  expect(html).toContain('<meta name="description" content="Sign in to Solvane')
  expect(html).not.toContain('noindex')
})

describe('the FAQ', () => {
  it('open the first answer of the first theme', async () => {
    const { html } = await render('/faq')
    expect(html).toContain('First of about-us?')
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1)
  })

  it.each([
    ['/faq/shipping', '/faq/delivery'],
    ['/faq/returns', '/faq/exchange-returns'],
    ['/faq/nonsense', '/faq'],
  ])('redirect from %s to %s', async (url, location) => {
    expect((await render(url)).location).toBe(location)
  })
})

describe('an unknown path', () => {
  it.each(['/nowhere', '/nowhere/at/all', '/filter'])(
    'responds 404 and redirects to /coming-soon: %s',
    async (url) => {
      const { status, html } = await render(url)
      expect(status).toBe(404)
      expect(html).toContain('<meta http-equiv="refresh" content="0;url=/coming-soon"/>')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).toContain('Under Development')
    },
  )
})

describe('a page that fails', () => {
  it('shows the specified sentence when the product is missing', async () => {
    const { status, html, error } = await render('/product/none')
    expect([status, error]).toEqual([404, undefined])
    expect(html).toContain('Opps!! Something went wrong. Please try again later.')
  })

  it('reports the error to the log and not to the shopper', async () => {
    const { status, html, error } = await render('/product/broken')
    expect(status).toBe(500)
    expect(error).toBeInstanceOf(TypeError)
    expect(html).not.toContain('secret detail')
  })

  it('renders without the layout when nothing can be loaded', async () => {
    const { status, html } = await render('/about-us', async () => {
      throw new ApiError(503, 'The shop is closed for a moment.', 'UNAVAILABLE')
    })
    expect(status).toBe(503)
    expect(html).toContain('The shop is closed for a moment.')
  })

  it('renders without any data', () => {
    const { status, html } = renderer.renderFailure(500)
    expect(status).toBe(500)
    expect(html).toContain('Something went wrong on our side.')
    expect(html).not.toContain('type="module"')
  })
})
