import { pageErrors } from '@solvane/contract/errors'
import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { ProductCard } from '../features/catalog/product-card.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { cardHeart } from '../features/favorites/favorites.tsx'
import { RecommendationBlock } from '../features/recommendations/recommendations.tsx'
import { openSearch } from '../features/search/search-button.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText } from '../lib/api/failure.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { type PageFailure, unexpectedFailure, unknownPathCode } from '../lib/api/loader.ts'
import { loadRecommendations } from '../lib/api/recommendations.ts'
import { Link } from '../lib/link.tsx'
import { useHydrated } from '../lib/when.tsx'
import styles from './failure.module.css'

const loadPopularSection = () => import('../features/search/popular-products.tsx')
const productNotFoundMessage = pageErrors.PRODUCT_NOT_FOUND.message

function useFailure(): { status: number } & PageFailure {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return { status: 500, message: unexpectedFailure, code: null }
  const failure: Partial<PageFailure> = error.data ?? {}
  return {
    status: error.status,
    message: failure.message ?? unexpectedFailure,
    code: failure.code ?? null,
    products: failure.products,
  }
}

interface FailureTextProps {
  status: number
  message: string
  /** Links besides the one to the home page. */
  ways?: ReactNode
}

/** The message of a page that failed, and the next steps. */
export function FailureText({ status, message, ways }: FailureTextProps) {
  return (
    <section className={styles.failure}>
      <title>{status === 404 ? 'Not found · Solvane' : 'A moment, please · Solvane'}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.overline}>{status === 404 ? 'Not found' : 'A moment, please'}</p>
      {message === productNotFoundMessage ? (
        <>
          <h1 className={styles.message}>
            {status === 404 ? 'This piece is no longer available.' : 'This piece did not load.'}
          </h1>
          <p>{message}</p>
        </>
      ) : (
        <h1 className={styles.message}>
          <ErrorText message={message} />
        </h1>
      )}
      <div className={styles.ways}>
        {ways}
        <a className={buttonClass('secondary')} href="/">
          Back to Solvane
        </a>
      </div>
    </section>
  )
}

/** Stands in for a page that failed, inside the layout. */
export function PageFailureBoundary() {
  const failure = useFailure()
  if (failure.code === unknownPathCode) return <UnknownPath {...failure} />
  if (failure.status !== 404) return <FailureText {...failure} ways={<TryAgain />} />
  return (
    <>
      <FailureText
        {...failure}
        ways={
          <Button className={styles.scripted} onClick={openSearch}>
            Search
          </Button>
        }
      />
      <Alternatives products={failure.products} />
      <Elsewhere />
    </>
  )
}

/** Below a page that was not found: the categories and popular products. */
function Elsewhere() {
  const api = useApi()
  const { categories } = useLayoutData()
  const popular = useOnDemand(loadPopularSection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => popular.prepare(), [])
  return (
    <>
      <nav className={styles.categories} aria-label="Categories">
        {categories.map((category) => (
          <ul key={category.path}>
            {[category, ...category.children].map(({ path, name }) => (
              <li key={path}>
                <Link className={textLinkClass} to={path}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      {popular.part && (
        <popular.part.PopularSection
          loadPopular={() => loadRecommendations(api)}
          renderProduct={(product) => (
            <ProductCard product={product}>{cardHeart(product)}</ProductCard>
          )}
        />
      )}
    </>
  )
}

/** Loads the page once more, in place; without a script its whole document. */
function TryAgain() {
  const { pathname, search } = useLocation()
  return (
    <Link className={buttonClass('primary')} to={pathname + search} replace>
      Try again
    </Link>
  )
}

/** Stands in for the whole shop when not even the layout's data could be loaded. */
export function ShopFailureBoundary() {
  return (
    <main>
      <Link className={styles.logotype} to="/" reloadDocument>
        Solvane
      </Link>
      <FailureText {...useFailure()} />
    </main>
  )
}

/**
 * An unknown path: never indexed, and moved on to /coming-soon. A page from the
 * server moves by its own head, with or without script; one reached by a link is moved here.
 */
function UnknownPath(failure: FailureTextProps) {
  const navigate = useNavigate()
  const isReachedByLink = useState(useHydrated())[0]
  useEffect(() => {
    if (isReachedByLink) navigate('/coming-soon', { replace: true })
  }, [isReachedByLink, navigate])
  return (
    <>
      {!isReachedByLink && <meta httpEquiv="refresh" content="0;url=/coming-soon" />}
      <FailureText {...failure} />
    </>
  )
}

/**
 * In place of a product that is sold out or gone: others of its category, nearest in price. Nothing
 * when there are none.
 */
export function Alternatives({ products }: Pick<PageFailure, 'products'>) {
  if (!products?.length) return null
  return (
    <RecommendationBlock title="Similar pieces, in stock">
      <ProductGrid products={products} corner={cardHeart} />
    </RecommendationBlock>
  )
}
