import { searchMix } from './searches.ts'

/** A row of the table: the requests of a client. */
export interface Row {
  name: string
  title: string
  /** A page is HTML, a picture a file that is not made yet, everything else JSON of the API. */
  kind: 'json' | 'page' | 'picture'
  /** Paths to request in turn. */
  paths: string[]
  /** A factor for the duration, for rows whose responses vary a lot. */
  longer?: number
}

const listedPages = 8
const listedSize = 8
/** Some of the widths in which cards show pictures. */
const cardWidths = [400, 640, 800]
/** The last page that the shop gives. */
const mostPages = 100_000

interface Envelope<Data> {
  data: Data
  total: number
}

interface Sample {
  identifier: string
  name: string
  coverPicture: { src: string }
}

interface CategoryNode {
  path: string
  children: CategoryNode[]
}

/**
 * The rows for the products of the shop on `port`; every size of shop gets the same number of
 * paths.
 */
export async function makeRows(port: number): Promise<Row[]> {
  const products = await sampleProducts(port)
  const categories = await sampleCategories(port)
  const listing = '/api/products?page=1&size=16'
  return [
    {
      name: 'listing',
      title: 'Listing JSON, women’s bags',
      kind: 'json',
      paths: [`${listing}&cIdentifiers=women-bags`],
    },
    { name: 'listing-all', title: 'Listing JSON, everything', kind: 'json', paths: [listing] },
    {
      name: 'filtered',
      title: 'Filtered listing JSON',
      kind: 'json',
      paths: [
        `${listing}&cIdentifiers=women-bags&color=Ink%20Black`,
        `${listing}&cIdentifiers=women-bags&sort=price-asc`,
        `${listing}&cIdentifiers=men-shoes&inStock=true&sort=price-desc`,
        `${listing}&cIdentifiers=women-shoes&priceMin=300&priceMax=900`,
      ],
    },
    {
      name: 'facets',
      title: 'Filter counts JSON',
      kind: 'json',
      paths: ['/api/products/facets?cIdentifiers=women-bags'],
    },
    {
      name: 'product',
      title: 'Product JSON',
      kind: 'json',
      paths: products.map(({ identifier }) => `/api/products/${identifier}`),
    },
    {
      name: 'search',
      title: 'Search JSON',
      kind: 'json',
      paths: searchMix(products.map(({ name }) => name)).map(
        (text) => `${listing}&search=${encodeURIComponent(text)}`,
      ),
      longer: 3,
    },
    { name: 'home-page', title: 'Home page', kind: 'page', paths: ['/'] },
    { name: 'listing-page', title: 'Listing page', kind: 'page', paths: categories },
    {
      name: 'product-page',
      title: 'Product page',
      kind: 'page',
      paths: products.map(({ identifier }) => `/product/${identifier}`),
    },
    {
      name: 'picture-first',
      title: 'Picture, first request',
      kind: 'picture',
      // Far more than are made while they are requested.
      paths: cardWidths.flatMap((width) =>
        products
          .filter(({ coverPicture }) => coverPicture.src.endsWith('.webp'))
          .map(({ coverPicture }) => coverPicture.src.replace(/\.webp$/, `-${width}.avif`)),
      ),
    },
  ]
}

/** Products from all over the catalogue, so that no small part of it stays cached. */
async function sampleProducts(port: number): Promise<Sample[]> {
  const at = (page: number) =>
    ask<Envelope<Sample[]>>(port, `/api/products?page=${page}&size=${listedSize}`)
  const { total } = await at(1)
  const lastPage = Math.min(mostPages, Math.floor(total / listedSize))
  const pages = Array.from({ length: listedPages }, (_, index) =>
    at(1 + Math.floor((index * (lastPage - 1)) / (listedPages - 1))),
  )
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}

/** Paths of the listings in the menu. */
async function sampleCategories(port: number): Promise<string[]> {
  const { data } = await ask<Envelope<{ data: CategoryNode[] }>>(port, '/api/categories/tree')
  const pathsOf = (nodes: CategoryNode[]): string[] =>
    nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)])
  return pathsOf(data.data)
}

/** Requests JSON from the shop on `port`; throws unless it succeeds. */
export async function ask<Body>(port: number, path: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as Body
}
