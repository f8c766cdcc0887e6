import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { houseProducts } from './house/products.ts'
import { houseCatalogue, houseCategories } from './house-catalogue.ts'
import { houseContent } from './house-content.ts'
import { coverOf, picturesOf } from './pictures.ts'

const looks = houseProducts.flatMap((product) =>
  product.colors.map((color) => ({ product, color, name: `${product.identifier}/${color}` })),
)

/** The names of the looks for which a claim does not hold; a failing test lists them. */
function failing(holds: (look: (typeof looks)[number]) => boolean): string[] {
  return looks.filter((look) => !holds(look)).map(({ name }) => name)
}

/** Every picture anywhere in a value. */
function picturesIn(value: unknown): { src: string; width: number; height: number }[] {
  if (value === null || typeof value !== 'object') return []
  if ('src' in value && 'width' in value) return [value as ReturnType<typeof picturesIn>[number]]
  return Object.values(value).flatMap(picturesIn)
}

/** Which views of a look there are, in the order they are shown in. */
function viewsOf({ product, color }: (typeof looks)[number]): (string | undefined)[] {
  return picturesOf(product, color).map(({ src }) => /-([a-z]+)\.[0-9a-f]{8}\.webp$/.exec(src)?.[1])
}

it('opens every product, in every colour, with a picture of its own', () => {
  expect(failing((look) => viewsOf(look)[0] === 'hero')).toEqual([])
})

// The rest are listed in docs/collection.md: raise the number as they are shot.
it('shows at least 150 products, in every colour, from a second side', () => {
  const single = new Set(
    looks.filter((look) => new Set(viewsOf(look)).size < 2).map(({ product }) => product),
  )
  expect(houseProducts.length - single.size).toBeGreaterThanOrEqual(150)
})

it('gives no two products the same cover', () => {
  const covers = houseProducts.map((product) => coverOf(product).src)
  expect(covers.filter((src, index) => covers.indexOf(src) !== index)).toEqual([])
})

it('says in each text what is to be seen: the piece, its colour and the side', () => {
  const texts = looks.flatMap(({ product, color }) =>
    picturesOf(product, color).map(({ alt }) => ({ alt, start: `${product.name} in ` })),
  )
  expect(texts.filter(({ alt, start }) => !alt.startsWith(start))).toEqual([])
  for (const { product, color } of looks) {
    const alts = picturesOf(product, color).map(({ alt }) => alt)
    expect(new Set(alts).size).toBe(alts.length)
  }
})

it('shows a photograph for every category, tile and slide, and on the page about the house', () => {
  const categories = houseCategories().filter(({ identifier }) => identifier !== 'all')
  expect(categories.filter(({ picture }) => picture === null)).toEqual([])
  const content = new Map(houseContent().map(({ key, value }) => [key, value]))
  // A slide has two crops.
  expect(picturesIn(content.get('home'))).toHaveLength(2 + 8 + 3)
  expect(picturesIn(content.get('page:about-us'))).toHaveLength(1)
})

it('names only pictures that are there', () => {
  const named = [houseCatalogue(new Date()), houseCategories(), houseContent()].flatMap(picturesIn)
  const file = (src: string) =>
    new URL(
      `../../../../assets/pictures/${src.replace(/^\/media\/(.+)\.[0-9a-f]{8}\.webp$/, '$1.webp')}`,
      import.meta.url,
    )
  expect(named.length).toBeGreaterThan(800)
  expect(named.filter(({ src }) => !existsSync(file(src)))).toEqual([])
})
