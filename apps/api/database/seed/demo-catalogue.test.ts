import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pictureManifest } from '../picture-manifest.ts'
import { coverOf, demoCatalogue, demoCategories, picturesOf, turnOf } from './demo-catalogue.ts'
import { content, products } from './demo-data.ts'
import { demoContent } from './seed-demo.ts'

const { categoryTiles, homeMain, homeSpecial, hotSearches } = content

const looks = products.flatMap((product) =>
  product.colorKeys.map((color) => ({ product, color, name: `${product.identifier}/${color}` })),
)

/** The products and colours for which a claim does not hold; a failing test lists them. */
function failing(holds: (look: (typeof looks)[number]) => boolean): string[] {
  return looks.filter((look) => !holds(look)).map(({ name }) => name)
}

/** Every picture anywhere in a value. */
function picturesIn(value: unknown): { src: string; width: number; height: number }[] {
  if (value === null || typeof value !== 'object') return []
  if ('src' in value && 'width' in value) return [value as ReturnType<typeof picturesIn>[number]]
  return Object.values(value).flatMap(picturesIn)
}

/** The views of a product in a colour, in the order they are shown. */
function viewsOf({ product, color }: (typeof looks)[number]): (string | undefined)[] {
  return picturesOf(product, color).map(({ src }) => /-([a-z]+)\.[0-9a-f]{8}\.webp$/.exec(src)?.[1])
}

it('shows the best view of every product and colour first', () => {
  expect(failing((look) => viewsOf(look)[0] === 'hero')).toEqual([])
})

/** Identifiers of the products of which every colour is shown from so many sides. */
function shownFrom(sides: number): string[] {
  const fewer = new Set(
    looks.filter((look) => new Set(viewsOf(look)).size < sides).map(({ product }) => product),
  )
  return products.filter((product) => !fewer.has(product)).map(({ identifier }) => identifier)
}

it('shows every product, in every colour, from a second side', () => {
  expect(shownFrom(2)).toHaveLength(products.length)
})

it('shows 40 products from a third side, among them all that the home page presents', () => {
  const presented = [
    ...homeMain,
    ...homeSpecial,
    ...hotSearches,
    ...categoryTiles.map(({ cover }) => cover),
  ]
  const best = shownFrom(3)
  expect(best.length).toBeGreaterThanOrEqual(40)
  expect(presented.filter((identifier) => !best.includes(identifier))).toEqual([])
})

it('no two products have the same cover', () => {
  const covers = products.map((product) => coverOf(product).src)
  expect(covers.filter((src, index) => covers.indexOf(src) !== index)).toEqual([])
})

it('describes each picture by product, colour and view', () => {
  const texts = looks.flatMap(({ product, color }) =>
    picturesOf(product, color).map(({ alt }) => ({ alt, start: `${product.name} in ` })),
  )
  expect(texts.filter(({ alt, start }) => !alt.startsWith(start))).toEqual([])
  for (const { product, color } of looks) {
    const alts = picturesOf(product, color).map(({ alt }) => alt)
    expect(new Set(alts).size).toBe(alts.length)
  }
})

it('has a picture for every category, tile, slide and story, and for the information pages', () => {
  const categories = demoCategories().filter(({ identifier }) => identifier !== 'all')
  expect(categories.filter(({ picture }) => picture === null)).toEqual([])
  const documents = new Map(demoContent().map(({ key, value }) => [key, value]))
  // A slide, each of its times of day and a story have two crops.
  expect(picturesIn(documents.get('home'))).toHaveLength(2 * 4 + 8 + 2 * 13 + 3)
  expect(picturesIn(documents.get('page:shipping'))).toHaveLength(1)
  for (const slug of ['about-us', 'services', 'gifting', 'packaging', 'care'])
    expect(picturesIn(documents.get(`page:${slug}`)).length, slug).toBeGreaterThan(2)
})

it('names only pictures that exist', () => {
  const named = [demoCatalogue(new Date()), demoCategories(), demoContent()].flatMap(picturesIn)
  const file = (src: string) =>
    new URL(
      `../../../../assets/pictures/${src.replace(/^\/media\/(.+)\.[0-9a-f]{8}\.webp$/, '$1.webp')}`,
      import.meta.url,
    )
  expect(named.length).toBeGreaterThan(800)
  expect(named.filter(({ src }) => !existsSync(file(src)))).toEqual([])
})

it('shows no frame of a 360° view in a gallery', () => {
  const isFrame = ({ src }: { src: string }) => src.startsWith('/media/turns/')
  expect(failing(({ product, color }) => !picturesOf(product, color).some(isFrame))).toEqual([])
})

it('has 36 frames of every 360° view, ten degrees apart, and ten that open the piece', () => {
  const turns = looks
    .map(({ product, color }) => turnOf(product, color))
    .filter(({ frames }) => frames.length > 0)
  expect(turns.length).toBeGreaterThan(0)
  const names = (pictures: { src: string }[]) =>
    pictures.map(({ src }) => /\/((open-)?\d\d)\.[0-9a-f]{8}\.webp$/.exec(src)?.[1])
  const numbered = (count: number, prefix = '') =>
    Array.from({ length: count }, (_, at) => prefix + String(at).padStart(2, '0'))
  for (const { frames, opening } of turns) {
    expect(names(frames)).toEqual(numbered(36))
    expect(names(opening)).toEqual(numbered(10, 'open-'))
  }
})

it('turns a product whose frames are all there, in their order', () => {
  const turned = new Set(
    looks
      .filter(({ product, color }) => turnOf(product, color).frames.length > 0)
      .map(({ product }) => product),
  )
  const look = looks.find(({ product }) => !turned.has(product))
  const { product, color } = look ?? expect.fail('Every product is turned')
  const gallery = picturesOf(product, color)
  const shown = pictureManifest.find(
    ({ products, colour }) => products.includes(product.identifier) && colour === color,
  )
  const first = pictureManifest.length
  const frame = (at: number) => ({
    ...(shown ?? expect.fail('There is no picture')),
    alt: `Frame ${at}`,
    hardware: product.metal ?? 'pale-gold',
    view: `turn-${String(at).padStart(2, '0')}`,
  })
  const order = [1, 0, 12, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const frames = order.map(frame)
  try {
    pictureManifest.push(...frames.slice(0, -1))
    expect(turnOf(product, color).frames).toEqual([])
    pictureManifest.push(...frames.slice(-1))
    expect(turnOf(product, color).frames.map(({ alt }) => alt)).toEqual(
      order.toSorted((a, b) => a - b).map((at) => `Frame ${at}`),
    )
    expect(picturesOf(product, color)).toEqual(gallery)
    const rows = demoCatalogue(new Date()).turns.filter(
      ({ product_id }) => product_id === product.id,
    )
    expect(rows).toHaveLength(1)
    expect(product.options.flatMap(({ values }) => values)).toContain(rows[0]?.color)
  } finally {
    pictureManifest.splice(first)
  }
})
