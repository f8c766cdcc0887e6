import { isGtin, productTradeFields } from '@solvane/contract/trade'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { searchWords } from '../../src/features/search/search.ts'
import { defaultFaq } from '../defaults/default-content.ts'
import { defaultHome } from '../defaults/default-home.ts'
import { defaultPages } from '../defaults/default-pages.ts'
import { policyPlaceholders } from '../defaults/policy.ts'
import {
  categoryTree,
  colors,
  content,
  type DemoCategory,
  type DemoProduct,
  faqThemes,
  leafCategories,
  products,
  searchSynonyms,
} from './demo-data.ts'
import { demoPages } from './seed-demo.ts'

const { categoryTiles, homeMain, homeSpecial, hotKeywords, hotSearches, serviceTiles } = content

const leaves = leafCategories()
const byIdentifier = new Map(products.map((product) => [product.identifier, product]))
const handbags = ['top-handle', 'tote', 'quilted-chain', 'bucket', 'hobo', 'clutch', 'crossbody']

function everyCategory(nodes: readonly DemoCategory[]): DemoCategory[] {
  return nodes.flatMap((node) => [node, ...everyCategory(node.children ?? [])])
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

/** Identifiers of the products for which a claim does not hold; a failing test names them. */
function failing(holds: (product: DemoProduct) => boolean): string[] {
  return products.filter((product) => !holds(product)).map((product) => product.identifier)
}

function stockOfVariants({ variants }: DemoProduct): number[] {
  return variants.map(({ stock }) => stock)
}

function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(everyText)
}

describe('the category tree', () => {
  it('has three levels under women and men', () => {
    expect(categoryTree.map((node) => node.identifier)).toEqual(['women', 'men'])
    for (const gender of categoryTree)
      for (const kind of gender.children ?? []) {
        expect(kind.identifier).toBe(`${gender.identifier}-${kind.slug}`)
        expect(kind.children?.length).toBeGreaterThan(0)
        for (const leaf of kind.children ?? []) {
          expect(leaf.identifier.startsWith(`${kind.identifier}-`)).toBe(true)
          expect(leaf.children).toBeUndefined()
        }
      }
  })

  it('repeats no identifier and no introduction', () => {
    const all = everyCategory(categoryTree)
    expect(repeated(all.map((node) => node.identifier))).toEqual([])
    expect(repeated(all.map((node) => node.description))).toEqual([])
  })

  it('has at least two products in every leaf', () => {
    const thin = leaves.filter(
      (leaf) => products.filter((product) => product.categories.includes(leaf)).length < 2,
    )
    expect(thin).toEqual([])
  })
})

describe('the collection', () => {
  it('has at least 132 products of 30 types', () => {
    expect(products.length).toBeGreaterThanOrEqual(132)
    expect(new Set(products.map(({ type }) => type)).size).toBe(30)
  })

  it('gives every product an identifier, a name and words of its own', () => {
    expect(repeated(products.map((product) => product.identifier))).toEqual([])
    expect(repeated(products.map((product) => product.name))).toEqual([])
    expect(repeated(products.map((product) => product.description))).toEqual([])
    expect(repeated(products.map((product) => product.materialsAndCare))).toEqual([])
    expect(failing((product) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(product.identifier))).toEqual([])
  })

  it('gives every product trade data, and every variant its own codes', () => {
    expect(
      failing((product) => {
        const { composition, countryOfOrigin, hsCode, weightGrams, maker } = product
        const said = { composition, countryOfOrigin, hsCode, weightGrams, maker }
        return composition !== '' && z.object(productTradeFields).safeParse(said).success
      }),
    ).toEqual([])
    const variants = products.flatMap((product) => product.variants)
    expect(repeated(variants.map(({ sku }) => sku))).toEqual([])
    expect(repeated(variants.map(({ gtin }) => gtin))).toEqual([])
    expect(variants.filter(({ gtin }) => !isGtin(gtin))).toEqual([])
  })

  it('places every product in one or two leaf categories, all for women or all for men', () => {
    const known = new Set(leaves)
    expect(
      failing(
        ({ categories }) =>
          [1, 2].includes(categories.length) &&
          repeated(categories).length === 0 &&
          categories.every(
            (category) =>
              known.has(category) && category.startsWith(categories[0]?.split('-')[0] ?? '?'),
          ),
      ),
    ).toEqual([])
  })

  it('pairs every product with three or four others', () => {
    expect(
      failing(
        ({ identifier, related }) =>
          [3, 4].includes(related.length) &&
          repeated(related).length === 0 &&
          related.every((other) => other !== identifier && byIdentifier.has(other)),
      ),
    ).toEqual([])
  })

  it('asks whole dollars between 190 and 9,800', () => {
    expect(
      failing(({ variants }) =>
        variants.every(
          ({ priceCents }) =>
            priceCents % 100 === 0 && priceCents >= 19_000 && priceCents <= 980_000,
        ),
      ),
    ).toEqual([])
  })

  it('describes each product in two to four sentences and four to six facts', () => {
    expect(
      failing(({ description, details, fitsInside }) => {
        const sentences = description.split(/[.?]\s/).length
        const facts = details.length + (fitsInside ? 1 : 0)
        return sentences >= 2 && sentences <= 4 && facts >= 4 && facts <= 6
      }),
    ).toEqual([])
  })

  it('measures in centimetres and the same in inches', () => {
    expect(
      failing(({ measurements }) => {
        const pairs = [...measurements.matchAll(/([^;:]*?) cm · ([^;]*?) in(?:;|$)/g)]
        return (
          pairs.length > 0 &&
          pairs.every(([, centimetres = '', inches = '']) => {
            const metric = centimetres.match(/\d+(\.\d+)?/g) ?? []
            const imperial = inches.match(/\d+(\.\d+)?/g) ?? []
            return (
              metric.length === imperial.length &&
              metric.every(
                (value, index) => Math.abs(Number(value) / 2.54 - Number(imperial[index])) < 0.06,
              )
            )
          })
        )
      }),
    ).toEqual([])
  })

  it('says how shoes, belts, hats and clothes fit', () => {
    expect(failing(({ options, sizeAndFit }) => (options.length === 1) === !sizeAndFit)).toEqual([])
  })
})

describe('the catalogue of the day of seeding', () => {
  const sales = products.filter(({ saleStartsInDays }) => saleStartsInDays !== undefined)
  const start = ({ saleStartsInDays }: DemoProduct) => saleStartsInDays ?? null
  const end = ({ saleEndsInDays }: DemoProduct) => saleEndsInDays ?? null
  const running = sales.filter((sale) => (start(sale) ?? 0) <= 0 && (end(sale) ?? 0) >= 0)

  it('has running, coming and past sales, with and without dates', () => {
    expect(running.length).toBeGreaterThanOrEqual(12)
    expect(
      running.some(
        ({ variants }) =>
          new Set(variants.map((variant) => variant.salePriceCents === null)).size > 1,
      ),
    ).toBe(true)
    expect(running.some((sale) => start(sale) === null && end(sale) === null)).toBe(true)
    expect(running.some((sale) => start(sale) !== null && end(sale) === null)).toBe(true)
    expect(running.some((sale) => start(sale) === null && end(sale) !== null)).toBe(true)
    expect(sales.filter((sale) => (start(sale) ?? 0) > 0).length).toBeGreaterThanOrEqual(5)
    expect(sales.filter((sale) => (end(sale) ?? 0) < 0).length).toBeGreaterThanOrEqual(5)
  })

  it('has dates for exactly the products with a sale price', () => {
    expect(
      failing(
        (product) =>
          product.variants.some(({ salePriceCents }) => salePriceCents !== null) ===
          sales.includes(product),
      ),
    ).toEqual([])
  })

  it('has products sold out, sold out in part, nearly sold out and plentiful', () => {
    const stocks = products.map(stockOfVariants)
    const count = (holds: (stock: number[]) => boolean) => stocks.filter(holds).length
    expect(count((stock) => stock.every((n) => n === 0))).toBeGreaterThanOrEqual(5)
    expect(count((stock) => stock.includes(0) && stock.some((n) => n > 0))).toBeGreaterThanOrEqual(
      10,
    )
    expect(count((stock) => stock.some((n) => n >= 1 && n <= 3))).toBeGreaterThanOrEqual(12)
    expect(count((stock) => stock.some((n) => n >= 20))).toBeGreaterThanOrEqual(20)
  })

  it('has about a dozen new products, so that the word says something', () => {
    const fresh = products.filter((product) => product.publishedDaysAgo <= 60)
    expect(fresh.length).toBeGreaterThanOrEqual(10)
    expect(fresh.length).toBeLessThanOrEqual(16)
    expect(failing((p) => p.publishedDaysAgo >= 3 && p.publishedDaysAgo <= 450)).toEqual([])
  })

  it('never shows two of one silhouette side by side where there are several', () => {
    const newestFirst = products.toSorted(
      (one, other) => one.publishedDaysAgo - other.publishedDaysAgo,
    )
    const listed = (node: DemoCategory): DemoProduct[] => {
      const within = new Set(everyCategory([node]).map(({ identifier }) => identifier))
      return newestFirst.filter(({ categories }) => categories.some((one) => within.has(one)))
    }
    for (const list of [newestFirst, ...everyCategory(categoryTree).map(listed)]) {
      if (new Set(list.map(({ type }) => type)).size < 2) continue
      const twins = list.filter(({ type }, index) => type === list[index + 1]?.type)
      expect(twins.map(({ identifier }) => identifier)).toEqual([])
    }
  })
})

describe('the home page', () => {
  it('says what the specification says', () => {
    const { banner, servicesCaption, trendingTitle, newInTitle } = defaultHome()
    expect(banner).toHaveLength(1)
    expect(banner[0]).toMatchObject({
      overline: 'Summer Odyssey',
      ctas: 'Shop Now',
      link: '/',
    })
    expect(categoryTiles.map((tile) => tile.name)).toEqual([
      "Women's Bags",
      "Women's Small Leather Goods",
      "Women's Shoes",
      "Women's Accessories",
      "Men's Bags",
      "Men's Shoes",
      "Men's Small Leather Goods",
      "Men's Ready-to-Wear",
    ])
    expect(categoryTiles.map((tile) => tile.id)).toEqual([...'01234567'])
    expect(servicesCaption).toMatch(/carefully packaged in our iconic boxes/)
    expect(serviceTiles.map((tile) => [tile.name, tile.buttons?.map((b) => b.name)])).toEqual([
      ['Services', ['Contact Us']],
      ['Art of Gifting', ['Gifts for Women', 'Gifts for Men']],
      ['Best Sellers', ['Explore']],
    ])
    expect(trendingTitle).toBe('Trending Now: Destination-Ready Handbags')
    expect(newInTitle).toMatch(/^New In: .+ & Resort Collections$/)
  })

  it('links only to categories and pages that exist', () => {
    const paths = new Set(demoPages.map((page) => `/${page.slug}`))
    for (const gender of categoryTree)
      for (const kind of gender.children ?? []) {
        paths.add(`/filter/${gender.slug}/${kind.slug}/${kind.identifier}`)
        for (const part of kind.children ?? [])
          paths.add(`/filter/${gender.slug}/${kind.slug}/${part.slug}/${part.identifier}`)
      }
    const links = [...categoryTiles, ...serviceTiles].flatMap((tile) => [
      tile.link,
      ...(tile.buttons ?? []).map((button) => button.link),
    ])
    links.push(...content.stories.map((story) => story.link))
    expect(links.filter((link) => link !== '{contactUrl}' && !paths.has(link))).toEqual([])
  })

  it('recommends eight products in each list, handbags first, none of them sold out', () => {
    for (const list of [homeMain, homeSpecial, hotSearches]) {
      expect(new Set(list).size).toBe(8)
      for (const identifier of list) {
        const product = byIdentifier.get(identifier)
        expect(product && stockOfVariants(product).some((n) => n > 0), identifier).toBe(true)
      }
    }
    expect(homeMain.filter((id) => !handbags.includes(byIdentifier.get(id)?.type ?? ''))).toEqual(
      [],
    )
    expect(new Set(hotKeywords).size).toBe(8)
  })

  it('names each synonym once', () => {
    expect(searchSynonyms.length).toBeGreaterThanOrEqual(25)
    expect(repeated(searchSynonyms.flatMap((synonym) => synonym.from))).toEqual([])
  })

  it('writes synonyms as a search normalises what is typed', () => {
    const texts = searchSynonyms.flatMap(({ from, to }) => [...from, ...to])
    expect(texts.filter((text) => searchWords(text).join(' ') !== text)).toEqual([])
  })
})

describe('the pages', () => {
  it('holds every page the footer leads to, with unique slugs and section ids', () => {
    const slugs = demoPages.map((page) => page.slug)
    expect(repeated(slugs)).toEqual([])
    expect(slugs).toEqual(
      expect.arrayContaining([
        ...['about-us', 'services', 'gifting', 'packaging', 'care', 'shipping', 'returns'],
        ...['privacy', 'terms', 'size-guide'],
      ]),
    )
    for (const page of demoPages) {
      expect(repeated(page.sections.map((section) => section.id))).toEqual([])
      for (const { table } of page.sections)
        if (table) expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true)
    }
  })

  it('answers six to nine questions in each of the three themes', () => {
    expect(faqThemes.map(({ slug, title }) => [slug, title])).toEqual([
      ['about-us', 'About US'],
      ['delivery', 'Shipping & Delivery'],
      ['exchange-returns', 'Exchanges & Returns'],
    ])
    for (const { items } of faqThemes) {
      expect(items.length).toBeGreaterThanOrEqual(6)
      expect(items.length).toBeLessThanOrEqual(9)
    }
  })

  it.each([
    { owner: 'the demo', pages: demoPages, faq: faqThemes },
    { owner: 'a new shop', pages: defaultPages, faq: defaultFaq },
  ])('state the policy: $owner', ({ pages, faq }) => {
    const texts = everyText([pages, faq]).join('\n')
    for (const promise of [
      'within 3 days',
      'within 7 days',
      '30%–45%',
      '$20–30',
      'up to 10%',
      'PayPal',
      'wire transfer',
    ])
      expect(texts).toContain(promise)
  })

  it('leaves fees and delivery days to the settings, and opens no other placeholder', () => {
    const texts = everyText([
      demoPages,
      faqThemes,
      content.deliveryText,
      content.stories,
      serviceTiles,
    ]).join('\n')
    const used = new Set([...texts.matchAll(/\{(\w*)\}/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual([...policyPlaceholders].sort())
    expect(texts).not.toMatch(/15\.99|\$300|1–3|5–10|7–11|undefined/)
  })
})

describe('the texts', () => {
  it('hold no exclamation mark', () => {
    const texts = everyText([
      categoryTree,
      products,
      colors,
      categoryTiles,
      serviceTiles,
      demoPages,
      faqThemes,
      content.deliveryText,
      content.stories,
    ])
    expect(texts.filter((text) => text.includes('!'))).toEqual([])
  })
})
