import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { type Keyed, keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { BackLink, Mark, Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './content.module.css'
import { DocumentPage, type DocumentSource } from './document-page.tsx'
import { splitLines } from './page-values.ts'

type FeaturedProduct = Keyed<
  EndpointOutput<'getRecommendationsDraft'>['data']['document']['homeMain'][number]
>

const mostFeatured = 24
const mostFound = 6

interface ProductChooserProps {
  label: string
  products: readonly FeaturedProduct[]
  onChange: (products: FeaturedProduct[]) => void
  error: string | undefined
  /** The text while the list is empty. */
  none?: string
  most?: number
  /** The identifier of the category that products are found in; undefined: all. */
  category?: string | undefined
}

/** A list of products, found by name and put in order. */
function ProductChooser(props: ProductChooserProps) {
  const { label, products, onChange, error, category } = props
  const { none = 'No products yet: this block is not shown.', most = mostFeatured } = props
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const isSearching = q.length > 1
  const { data: found } = useQuery({
    queryKey: ['staff-products', 'published', q, category],
    queryFn: () =>
      api.call('listStaffProducts', {
        query: { q, size: mostFound, status: 'PUBLISHED', category },
      }),
    enabled: isSearching,
    placeholderData: (before) => before,
  })
  const offers = (isSearching ? (found?.data ?? []) : []).filter(({ id }) =>
    products.every((product) => product.id !== id),
  )
  return (
    <>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {products.length === 0 && <p className={styles.none}>{none}</p>}
      <OrderedList
        label={label}
        what="Product"
        items={products}
        onChange={onChange}
        most={most}
        summary={({ name, cover, isInShop }) => (
          <Line name={name} cover={cover} isInShop={isInShop} />
        )}
      >
        {() => null}
      </OrderedList>
      {products.length < most && (
        <>
          <TextField
            label={`Find product for “${label}”`}
            type="search"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint={
              isSearching && found && offers.length === 0 ? 'No results.' : 'Name or identifier.'
            }
          />
          <ul className={styles.found} aria-label="Found">
            {offers.map(({ id, identifier, name, cover }) => (
              <li key={id} className={styles.offer}>
                <Line name={name} cover={cover} isInShop />
                <Button
                  kind="link"
                  aria-label={`Add ${name}`}
                  onClick={() =>
                    onChange([...products, keyed({ id, identifier, name, cover, isInShop: true })])
                  }
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface LineProps {
  name: string
  cover: CatalogPicture | null
  isInShop: boolean
}

function Line({ name, cover, isInShop }: LineProps) {
  return (
    <span className={styles.product}>
      {cover && <Thumb picture={cover} />}
      <span>
        {name}
        {!isInShop && (
          <span className={styles.note}>
            <Mark tone="urgent">Not published</Mark>
          </span>
        )}
      </span>
    </span>
  )
}

type Recommendations = EndpointOutput<'getRecommendationsDraft'>['data']['document']
type RecommendationsDraft = EndpointInput<'saveRecommendations'>['body']['document']

interface FeaturedValues {
  homeMain: FeaturedProduct[]
  homeSpecial: FeaturedProduct[]
  hotSearches: FeaturedProduct[]
  /** One per line. */
  hotKeywords: string
}

const identifiers = (products: FeaturedProduct[]) => products.map(({ identifier }) => identifier)

const featuredSource: DocumentSource<Recommendations, RecommendationsDraft, FeaturedValues> = {
  name: 'recommendations',
  load: () => api.call('getRecommendationsDraft', {}),
  save: (body) => api.call('saveRecommendations', { body }),
  toValues: ({ homeMain, homeSpecial, hotSearches, hotKeywords }) => ({
    homeMain: homeMain.map(keyed),
    homeSpecial: homeSpecial.map(keyed),
    hotSearches: hotSearches.map(keyed),
    hotKeywords: hotKeywords.join('\n'),
  }),
  toDraft: ({ homeMain, homeSpecial, hotSearches, hotKeywords }) => ({
    homeMain: identifiers(homeMain),
    homeSpecial: identifiers(homeSpecial),
    hotSearches: identifiers(hotSearches),
    hotKeywords: splitLines(hotKeywords),
  }),
}

const blocks = [
  { name: 'homeMain', title: 'Home page, first block' },
  { name: 'homeSpecial', title: 'Home page, second block' },
  { name: 'hotSearches', title: 'Empty search' },
] as const

/** /featured-products: the products of the home page and of the empty search, and popular searches. */
export function FeaturedProductsPage() {
  return (
    <DocumentPage title="Featured products" source={featuredSource} shownAt="/">
      {({ values, update, errorWithin }) => (
        <>
          <div className={styles.thirds}>
            {blocks.map(({ name, title }) => (
              <Panel key={name} title={title}>
                <ProductChooser
                  label={title}
                  products={values[name]}
                  onChange={(products) => update({ [name]: products })}
                  error={errorWithin(name)}
                />
              </Panel>
            ))}
          </div>
          <Panel title="Popular searches">
            <TextAreaField
              label="Search terms that the empty search suggests, one per line"
              required
              rows={8}
              value={values.hotKeywords}
              onChange={({ target }) => update({ hotKeywords: target.value })}
              error={errorWithin('hotKeywords')}
            />
          </Panel>
        </>
      )}
    </DocumentPage>
  )
}

type Arrangement = EndpointOutput<'getCategoryArrangement'>['data']['document']
type ArrangementDraft = EndpointInput<'saveCategoryArrangement'>['body']['document']

interface ArrangementValues {
  products: FeaturedProduct[]
}

/** The contract's limit, without importing its schemas. */
const largestArrangement = 200

function arrangementSourceOf(
  id: string,
): DocumentSource<Arrangement, ArrangementDraft, ArrangementValues> {
  return {
    name: `arrangement ${id}`,
    load: () => api.call('getCategoryArrangement', { params: { id } }),
    save: (body) => api.call('saveCategoryArrangement', { params: { id }, body }),
    toValues: ({ products }) => ({ products: products.map(keyed) }),
    toDraft: ({ products }) => ({ productIds: products.map((product) => product.id) }),
  }
}

/** /categories/:id/selection: the products that come first in the list of a category. */
export function ArrangementPage() {
  const { id = '' } = useParams()
  const source = useMemo(() => arrangementSourceOf(id), [id])
  const { data: tree } = useQuery({
    queryKey: ['categories', 'staff'],
    queryFn: () => api.call('listCategories', {}),
  })
  const category = tree?.data.find((one) => one.id === id)
  const list = category?.parentId === null ? 'All products' : (category?.name ?? 'Category')
  return (
    <DocumentPage
      key={id}
      title={`Our selection: ${list}`}
      source={source}
      shownAt={category?.path}
      head={<BackLink to="/categories">All categories</BackLink>}
    >
      {({ values, update, errorWithin }) => (
        <Panel title="Shown first">
          <p className={styles.hint}>
            Drag the products into order, or move them with their buttons. The list begins with them
            wherever shoppers have chosen no other order; the others follow, newest first.
          </p>
          <ProductChooser
            label={list}
            products={values.products}
            onChange={(products) => update({ products })}
            error={errorWithin('productIds')}
            none="No products placed: the list shows the newest first."
            most={largestArrangement}
            category={category?.parentId === null ? undefined : category?.identifier}
          />
        </Panel>
      )}
    </DocumentPage>
  )
}
