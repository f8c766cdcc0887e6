import type { EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../data/api.ts'
import { Mark } from '../../parts/mark.tsx'
import { type Keyed, keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-chooser.module.css'

export type FeaturedProduct = Keyed<
  EndpointOutput<'getRecommendationsDraft'>['data']['document']['homeMain'][number]
>

const mostFeatured = 24
const mostFound = 6

interface ProductChooserProps {
  label: string
  products: readonly FeaturedProduct[]
  onChange: (products: FeaturedProduct[]) => void
  error: string | undefined
  /** What is said while there are none. */
  none?: string
  most?: number
  /** The identifier of the category that products are found in; undefined: all. */
  category?: string | undefined
}

/** A list of products, found by name and put in order. */
export function ProductChooser(props: ProductChooserProps) {
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
