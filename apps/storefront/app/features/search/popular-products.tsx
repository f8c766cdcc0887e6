import type { ProductCard } from '@solvane/contract/catalog'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { TileSkeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import { Link } from '../../lib/link.tsx'
import styles from './search-overlay.module.css'
import type { SearchSlots } from './search-results.ts'

interface PopularProductsProps extends Pick<SearchSlots, 'loadPopular' | 'renderProduct'> {
  /** Searches for a popular word; null on a page without a search field. */
  onAsk: ((words: string) => void) | null
}

/** Popular search terms and products. */
export function PopularProducts({ loadPopular, renderProduct, onAsk }: PopularProductsProps) {
  const popular = useQuery({
    queryKey: ['recommendations'],
    queryFn: loadPopular,
  })

  if (popular.isError) {
    return (
      <EmptyState
        className={styles.state}
        title="Failed to fetch recommendations."
        text={<ErrorText message={messageOf(popular.error, 'Please try again in a moment.')} />}
        isError
      >
        <Button kind="secondary" isBusy={popular.isFetching} onClick={() => popular.refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }

  const { hotKeywords = [], hotSearches = [] } = popular.data ?? {}
  if (popular.isSuccess && hotSearches.length === 0 && hotKeywords.length === 0) {
    return (
      <p className={styles.everything}>
        <Link className={buttonClass('link')} to="/filter/all">
          See everything
        </Link>
      </p>
    )
  }
  return (
    <>
      {onAsk && hotKeywords.length > 0 && (
        <ul className={styles.keywords} aria-label="Popular searches">
          {hotKeywords.map((words) => (
            <li key={words}>
              <button type="button" className={styles.keyword} onClick={() => onAsk(words)}>
                {words}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(popular.isPending || hotSearches.length > 0) && (
        <>
          <h2 className={styles.heading}>Popular</h2>
          <ProductTiles
            products={hotSearches}
            renderProduct={renderProduct}
            isLoading={popular.isPending}
          />
        </>
      )}
    </>
  )
}

/** Loading placeholders (spec section 9). */
const placeholders = ['1', '2', '3', '4', '5', '6']

interface ProductTilesProps {
  products: readonly ProductCard[]
  renderProduct: (product: ProductCard) => ReactNode
  /** Six places are held after the products. */
  isLoading: boolean
}

/** The product grid of the search. */
export function ProductTiles({ products, renderProduct, isLoading }: ProductTilesProps) {
  return (
    <ul className={styles.grid} aria-busy={isLoading}>
      {products.map((product) => (
        <li key={product.id}>{renderProduct(product)}</li>
      ))}
      {isLoading &&
        placeholders.map((place) => (
          <li key={place} aria-hidden="true">
            <TileSkeleton />
          </li>
        ))}
    </ul>
  )
}

/** The popular products as a section of a page. */
export function PopularSection(slots: Pick<SearchSlots, 'loadPopular' | 'renderProduct'>) {
  return (
    <Queries>
      <PopularProducts {...slots} onAsk={null} />
    </Queries>
  )
}
