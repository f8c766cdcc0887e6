import { type Api, ApiError } from '@solvane/client/api'
import { createStaticHandler, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import { describe, expect, it } from 'vitest'
import { apiContext } from './lib/api/loader.ts'
import { routes } from './routes.ts'

/**
 * Loads `path` over an API that answers from `answers` and rejects everything else as malformed.
 */
async function load(path: string, answers: Record<string, unknown> = {}) {
  const call = async (name: string) => {
    const data = { getCategoryTree: { data: [] }, getSiteSettings: {}, ...answers }[name]
    if (data === undefined) throw new ApiError(400, 'Please check what you entered.')
    return { data }
  }
  return createStaticHandler(routes).query(new Request(`http://shop.example${path}`), {
    requestContext: new RouterContextProvider(new Map([[apiContext, { call } as unknown as Api]])),
  })
}

describe('a name that is too long', () => {
  it.each([
    ['of a page is an unknown path', '/', 'Under Development'],
    ['of a product is not found', '/product/', 'Opps!! Something went wrong.'],
    ['of a category is a missing one', '/filter/', 'could not find'],
  ])('%s', async (_, folder, sentence) => {
    const loaded = (await load(folder + 'a'.repeat(300))) as StaticHandlerContext
    expect(loaded.statusCode).toBe(404)
    expect(JSON.stringify(loaded.errors)).toContain(sentence)
  })
})

describe('a product', () => {
  const getProduct = { identifier: 'porto-loafer', isAvailable: false }

  it('shows without its alternatives', async () => {
    const loaded = (await load('/product/porto-loafer', { getProduct })) as StaticHandlerContext
    expect([loaded.statusCode, loaded.errors]).toEqual([200, null])
    expect(JSON.stringify(loaded.loaderData)).toContain('"alternatives":[]')
  })

  it('under a former path redirects to its own, with the query', async () => {
    const answer = (await load('/product/old-name?color=Cognac', { getProduct })) as Response
    expect(answer.headers.get('location')).toBe('/product/porto-loafer?color=Cognac')
    expect(answer.status).toBe(301)
  })
})

describe('a theme of the FAQ', () => {
  const answers = { getFaq: { themes: [{ slug: 'delivery' }] } }

  it.each([
    ['shipping', '/faq/delivery', 301],
    ['nothing', '/faq', 302],
    ['constructor', '/faq', 302],
    ['__proto__', '/faq', 302],
  ])('%s redirects to %s', async (theme, target, status) => {
    const answer = (await load(`/faq/${theme}`, answers)) as Response
    expect(answer.headers.get('location')).toBe(target)
    expect(answer.status).toBe(status)
  })
})

describe('the URL of a category', () => {
  const answers = {
    getCategory: { path: '/filter/men/bags/men-bags', children: [{ identifier: 'totes' }] },
    listProducts: [{ id: 'one' }],
  }

  it.each([
    '/filter/men/bags/men-bags',
    '/filter/women/bags/men-bags',
    '/filter/men/bags/men-bags?page=2',
  ])('%s shows it', async (path) => {
    const loaded = (await load(path, answers)) as StaticHandlerContext
    expect([loaded.statusCode, loaded.errors]).toEqual([200, null])
  })

  it.each([
    ['/filter/men/bags/tote-bags/totes', '', true],
    ['/filter/totes?sort=new', '', true],
    ['/filter/totes', '?page=2', false],
    ['/filter/totes', '?sort=new', false],
    ['/filter/men/bags/men-bags', '', false],
    ['/product/totes', '', false],
  ])('a story that leads to %s stands in its listing%s: %s', async (link, search, isShown) => {
    const getHomeContent = { stories: [{ link: '/gifting' }, { link }] }
    const loaded = await load(`/filter/men/bags/men-bags${search}`, { ...answers, getHomeContent })
    const { stories } = Object.values((loaded as StaticHandlerContext).loaderData).find(
      (data) => data && 'stories' in data,
    )
    expect(stories).toEqual(isShown ? [{ link }] : [])
  })

  it.each([
    ['/filter/anything/bags/men-bags', ''],
    ['/filter/men/anything/men-bags', ''],
    ['/filter/men/bags/bags/men-bags', ''],
    ['/filter/men-bags?sort=price-asc&page=2', '?sort=price-asc&page=2'],
  ])('%s redirects to the canonical URL', async (path, search) => {
    const answer = (await load(path, answers)) as Response
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `/filter/men/bags/men-bags${search}`,
    ])
  })
})
