import { ToastRegion } from '@solvane/ui/toast-region'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { ProductCard } from '../features/catalog/product-card.tsx'
import { Footer } from '../features/navigation/footer.tsx'
import { Header } from '../features/navigation/header.tsx'
import { LoadingLine } from '../features/navigation/loading-line.tsx'
import { SkipLink } from '../features/navigation/skip-link.tsx'
import { SearchButton } from '../features/search/search-button.tsx'
import { useApi } from '../lib/api-provider.tsx'
import { useLayoutData } from '../lib/layout-data.ts'
import styles from './layout.module.css'
import type { RouteHandle } from './route-handle.ts'

/** How wide a found piece is on the page. */
const foundCardSizes = '(width >= 1200px) 25vw, (width >= 768px) 33vw, 50vw'

/** The frame of every page: header, the page, footer. */
export function Layout() {
  const { categories, settings } = useLayoutData()
  const matches = useMatches()
  const handle = matches.at(-1)?.handle as RouteHandle | undefined
  return (
    <>
      <SkipLink />
      <Header
        categories={categories}
        contactUrl={settings.contactUrl}
        search={<Search />}
        overBanner={handle?.overBanner}
      />
      <Main />
      <Footer contactUrl={settings.contactUrl} />
      <ToastRegion />
      <ScrollRestoration />
    </>
  )
}

/** The page itself. A new page rises from the paper and takes the focus, so that reading begins with it. */
function Main() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isLoading = useNavigation().state !== 'idle'
  const [firstPath] = useState(pathname)
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <LoadingLine isLoading={isLoading} />
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading || undefined}>
        <div key={pathname} className={pathname === firstPath ? undefined : styles.next}>
          <Outlet />
        </div>
      </main>
    </>
  )
}

function Search() {
  const api = useApi()
  return (
    <SearchButton
      findProducts={({ search, page, signal }) =>
        api.call('listProducts', { query: { search, page, size: '16' } }, { signal })
      }
      loadPopular={async (signal) => (await api.call('getRecommendations', {}, { signal })).data}
      renderProduct={(product) => <ProductCard product={product} sizes={foundCardSizes} />}
    />
  )
}
