import { describe, expect, it } from 'vitest'
import { searchWords } from '../../../src/features/search/search-words.ts'
import { defaultFaq } from '../../defaults/default-faq.ts'
import { defaultHome } from '../../defaults/default-home.ts'
import { defaultPages } from '../../defaults/default-pages.ts'
import { policyPlaceholders } from '../../defaults/policy.ts'
import { categoryTree, leafCategories } from './categories.ts'
import {
  categoryTiles,
  defaultDeliveryText,
  homeMain,
  homeSpecial,
  hotKeywords,
  hotSearches,
  searchSynonyms,
  serviceTiles,
} from './content.ts'
import { faqThemes } from './faq.ts'
import { formNames } from './labels.ts'
import { housePages } from './pages.ts'
import { colorsByKey, palette } from './palette.ts'
import { houseProducts } from './products.ts'
import type { HouseCategory, HouseProduct } from './types.ts'

const leaves = leafCategories()
const byIdentifier = new Map(houseProducts.map((product) => [product.identifier, product]))
const handbagForms = [
  'top-handle',
  'tote',
  'quilted-chain',
  'bucket',
  'hobo',
  'clutch',
  'crossbody',
]

function everyCategory(nodes: readonly HouseCategory[]): HouseCategory[] {
  return nodes.flatMap((node) => [node, ...everyCategory(node.children)])
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

/** Identifiers of the products for which a claim does not hold; a failing test names them. */
function failing(holds: (product: HouseProduct) => boolean): string[] {
  return houseProducts.filter((product) => !holds(product)).map((product) => product.identifier)
}

function stockOfVariants({ colors, sizes, stock }: HouseProduct): number[] {
  const of = stock.overrides ?? {}
  return colors.flatMap((color) =>
    (sizes ?? ['']).map((size) => of[`${color}/${size}`] ?? of[color] ?? of[size] ?? stock.default),
  )
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
      for (const kind of gender.children) {
        expect(kind.identifier).toBe(`${gender.identifier}-${kind.slug}`)
        expect(kind.children.length).toBeGreaterThan(0)
        for (const leaf of kind.children) {
          expect(leaf.identifier.startsWith(`${kind.identifier}-`)).toBe(true)
          expect(leaf.children).toEqual([])
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
      (leaf) =>
        houseProducts.filter((product) => product.categories.includes(leaf.identifier)).length < 2,
    )
    expect(thin.map((leaf) => leaf.identifier)).toEqual([])
  })
})

describe('the collection', () => {
  it('counts at least 132 products in all 31 forms', () => {
    expect(houseProducts.length).toBeGreaterThanOrEqual(132)
    expect(new Set(houseProducts.map((product) => product.form)).size).toBe(31)
    expect(Object.keys(formNames)).toHaveLength(31)
  })

  it('gives every product an identifier, a name and words of its own', () => {
    expect(repeated(houseProducts.map((product) => product.identifier))).toEqual([])
    expect(repeated(houseProducts.map((product) => product.name))).toEqual([])
    expect(repeated(houseProducts.map((product) => product.description))).toEqual([])
    expect(repeated(houseProducts.map((product) => product.materialsAndCare))).toEqual([])
    expect(failing((product) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(product.identifier))).toEqual([])
  })

  it('places every product in one or two leaves of its own gender', () => {
    const known = new Set(leaves.map((leaf) => leaf.identifier))
    expect(
      failing(
        ({ categories, gender }) =>
          [1, 2].includes(categories.length) &&
          repeated(categories).length === 0 &&
          categories.every((category) => known.has(category) && category.startsWith(`${gender}-`)),
      ),
    ).toEqual([])
  })

  it('pairs every product with three or four others', () => {
    expect(
      failing(
        ({ identifier, pairsWith }) =>
          [3, 4].includes(pairsWith.length) &&
          repeated(pairsWith).length === 0 &&
          pairsWith.every((other) => other !== identifier && byIdentifier.has(other)),
      ),
    ).toEqual([])
  })

  it('asks whole dollars between 190 and 9,800', () => {
    expect(
      failing(({ priceCents, variantPriceCents }) =>
        [priceCents, ...Object.values(variantPriceCents ?? {})].every(
          (price) => price % 100 === 0 && price >= 19_000 && price <= 980_000,
        ),
      ),
    ).toEqual([])
  })

  it('names only colours and sizes that the product has', () => {
    expect(
      failing(({ colors, sizes = [], stock, variantPriceCents, sale }) => {
        const own: string[] = [...colors, ...sizes]
        return (
          colors.every((color) => colorsByKey.has(color)) &&
          repeated(own).length === 0 &&
          Object.keys(stock.overrides ?? {}).every((key) =>
            key.split('/').every((part) => own.includes(part)),
          ) &&
          Object.keys(variantPriceCents ?? {}).every((key) => own.includes(key)) &&
          (sale?.colors ?? []).every((color) => own.includes(color))
        )
      }),
    ).toEqual([])
  })

  it('describes each piece in two to four sentences and four to six facts', () => {
    expect(
      failing(({ description, details }) => {
        const sentences = description.split(/[.?]\s/).length
        return sentences >= 2 && sentences <= 4 && details.length >= 4 && details.length <= 6
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

  it('tells how shoes, belts, hats and clothes fit', () => {
    expect(failing(({ sizes, sizeAndFit }) => (sizes === undefined) === !sizeAndFit)).toEqual([])
  })
})

describe('what a caller finds on the shelves', () => {
  const sales = houseProducts.flatMap(({ sale }) => (sale ? [sale] : []))
  const running = sales.filter(
    ({ startDaysFromNow, endDaysFromNow }) =>
      (startDaysFromNow ?? 0) <= 0 && (endDaysFromNow ?? 0) >= 0,
  )

  it('holds running, coming and past sales, with and without dates', () => {
    expect(running.length).toBeGreaterThanOrEqual(12)
    expect(running.some((sale) => sale.colors)).toBe(true)
    expect(running.some((s) => s.startDaysFromNow === null && s.endDaysFromNow === null)).toBe(true)
    expect(running.some((s) => s.startDaysFromNow !== null && s.endDaysFromNow === null)).toBe(true)
    expect(running.some((s) => s.startDaysFromNow === null && s.endDaysFromNow !== null)).toBe(true)
    expect(sales.filter((s) => (s.startDaysFromNow ?? 0) > 0).length).toBeGreaterThanOrEqual(5)
    expect(sales.filter((s) => (s.endDaysFromNow ?? 0) < 0).length).toBeGreaterThanOrEqual(5)
  })

  it('holds pieces sold out wholly, sold out in part, nearly gone and plentiful', () => {
    const stocks = houseProducts.map(stockOfVariants)
    const count = (holds: (stock: number[]) => boolean) => stocks.filter(holds).length
    expect(count((stock) => stock.every((n) => n === 0))).toBeGreaterThanOrEqual(5)
    expect(count((stock) => stock.includes(0) && stock.some((n) => n > 0))).toBeGreaterThanOrEqual(
      10,
    )
    expect(count((stock) => stock.some((n) => n >= 1 && n <= 3))).toBeGreaterThanOrEqual(12)
    expect(count((stock) => stock.some((n) => n >= 20))).toBeGreaterThanOrEqual(20)
  })

  it('holds about two dozen pieces that are new', () => {
    const fresh = houseProducts.filter((product) => product.publishedDaysAgo <= 60)
    expect(fresh.length).toBeGreaterThanOrEqual(20)
    expect(fresh.length).toBeLessThanOrEqual(32)
    expect(failing((p) => p.publishedDaysAgo >= 3 && p.publishedDaysAgo <= 400)).toEqual([])
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
    const paths = new Set(housePages.map((page) => `/${page.slug}`))
    for (const gender of categoryTree)
      for (const kind of gender.children)
        paths.add(`/filter/${gender.slug}/${kind.slug}/${kind.identifier}`)
    const links = [...categoryTiles, ...serviceTiles].flatMap((tile) => [
      tile.link,
      ...(tile.buttons ?? []).map((button) => button.link),
    ])
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
    expect(
      homeMain.filter((id) => !handbagForms.includes(byIdentifier.get(id)?.form ?? '')),
    ).toEqual([])
    expect(new Set(hotKeywords).size).toBe(8)
  })

  it('knows what else shoppers call things, each word once', () => {
    expect(searchSynonyms.length).toBeGreaterThanOrEqual(25)
    expect(repeated(searchSynonyms.flatMap((synonym) => synonym.from))).toEqual([])
  })

  it('writes these as a search reads what is typed', () => {
    const texts = searchSynonyms.flatMap(({ from, to }) => [...from, ...to])
    expect(texts.filter((text) => searchWords(text).join(' ') !== text)).toEqual([])
  })
})

describe('the pages', () => {
  it('holds every page the footer leads to, with unique slugs and section ids', () => {
    const slugs = housePages.map((page) => page.slug)
    expect(repeated(slugs)).toEqual([])
    expect(slugs).toEqual(
      expect.arrayContaining(['about-us', 'shipping', 'returns', 'privacy', 'terms', 'size-guide']),
    )
    for (const page of housePages) {
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
    { owner: 'the demo', pages: housePages, faq: faqThemes },
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
    const texts = everyText([housePages, faqThemes, defaultDeliveryText, serviceTiles]).join('\n')
    const used = new Set([...texts.matchAll(/\{(\w*)\}/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual([...policyPlaceholders].sort())
    expect(texts).not.toMatch(/15\.99|\$300|1–3|5–10|7–11|undefined/)
  })
})

describe('the voice', () => {
  it('never raises itself', () => {
    const texts = everyText([
      categoryTree,
      houseProducts,
      palette,
      categoryTiles,
      serviceTiles,
      housePages,
      faqThemes,
      defaultDeliveryText,
    ])
    expect(texts.filter((text) => text.includes('!'))).toEqual([])
  })
})
