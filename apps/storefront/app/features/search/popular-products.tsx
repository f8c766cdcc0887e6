import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { ProductTiles } from './product-tiles.tsx'
import styles from './search-overlay.module.css'
import type { SearchSlots } from './search-slots.ts'

interface PopularProductsProps extends Pick<SearchSlots, 'loadPopular' | 'renderProduct'> {
  /** Searches for a popular word; null where there is no search to type it into. */
  onAsk: ((words: string) => void) | null
}

/** What others look for: words to press, and pieces. */
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
