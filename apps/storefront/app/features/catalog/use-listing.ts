import type { EndpointOutput } from '@solvane/client/api'
import { uniqueItems } from '@solvane/ui/use-load-more.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useApi } from '../../lib/api/api-provider.tsx'
import { isClientError } from '../../lib/api/failure.tsx'
import { type ListingQuery, listingPageSize, productsInput } from './listing-query.ts'

const storageKey = 'listingPlaces'
/** The number of visits whose place is stored. */
const mostPlaces = 30
/** The most pages requested at once to restore a place; a longer visit continues from there. */
const mostPages = 12

/** The scroll position of a visit to a listing: pages of products, and pixels from the top. */
interface ListingPlace {
  pages: number
  top: number
}

/** Stores in this tab how far the visit has scrolled, for a reload of its document. */
function keepPlace(visit: string, place: ListingPlace): void {
  try {
    const { [visit]: _, ...others } = readPlaces()
    const entries = [...Object.entries(others), [visit, place]].slice(-mostPlaces)
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Storage is full or blocked: a reloaded document starts with its first page.
  }
}

/** The stored place of a visit whose document was reloaded; null for other visits. */
function keptPlace(visit: string): ListingPlace | null {
  const [navigation] = performance.getEntriesByType('navigation')
  const how = (navigation as PerformanceNavigationTiming | undefined)?.type
  if (how !== 'reload' && how !== 'back_forward') return null
  const place = readPlaces()[visit]
  return place ? { ...place, pages: Math.min(place.pages, mostPages) } : null
}

function readPlaces(): Record<string, ListingPlace> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? {}
  } catch {
    return {}
  }
}

type ProductPage = EndpointOutput<'listProducts'>

/** Milliseconds before a failed page is requested once more. */
const pauseBeforeRetry = 1_000
/** The number of visits whose pages are stored. */
const mostVisits = 30

/** The pages of the last visits, by the key of their place in the history. */
const pagesOfVisits = new Map<string, readonly ProductPage[]>()

function keep(visit: string, pages: readonly ProductPage[]) {
  pagesOfVisits.delete(visit)
  pagesOfVisits.set(visit, pages)
  const [oldest] = pagesOfVisits.keys()
  if (pagesOfVisits.size > mostVisits && oldest) pagesOfVisits.delete(oldest)
}

/**
 * The products of a listing from `firstPage` on, more with every `loadMore`. The pages stay in memory with
 * the visit that loaded them: going back finds them all and the same place, while a link to the same
 * listing starts with its current products. When the document is reloaded they are requested again.
 * Mount it again for every visit.
 */
export function useListing(props: {
  identifier: string
  query: ListingQuery
  pageNumber: number
  firstPage: ProductPage
}) {
  const { identifier, query, pageNumber, firstPage } = props
  const api = useApi()
  const { key, pathname, search } = useLocation()
  // The first visit of every document has the same key.
  const visit = `${key} ${pathname}${search}`
  const [pages, setPages] = useState(() => pagesOfVisits.get(visit) ?? [firstPage])
  const [status, setStatus] = useState<'resting' | 'loading' | Error>('resting')
  const isUnderWay = useRef(false)
  /** The scroll position to restore once the earlier pages are rendered. */
  const topToCome = useRef<number>(null)
  const last = pages.at(-1)
  const lastNumber = pageNumber + pages.length - 1
  const isOver = !last || last.data.length === 0 || lastNumber * listingPageSize >= last.total

  const ask = (number: number) => api.call('listProducts', productsInput(identifier, query, number))

  function show(all: readonly ProductPage[]) {
    keep(visit, all)
    setPages(all)
  }

  async function loadMore() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setStatus('loading')
    const askNext = () => ask(lastNumber + 1)
    try {
      show([...pages, await askNext().catch((error) => askAgain(askNext, error))])
      setStatus('resting')
    } catch (error) {
      setStatus(error as Error)
    } finally {
      isUnderWay.current = false
    }
  }

  async function comeBack({ pages: count, top }: ListingPlace) {
    isUnderWay.current = true
    try {
      const numbers = Array.from({ length: count - 1 }, (_, index) => pageNumber + 1 + index)
      const others = await Promise.all(numbers.map(ask))
      topToCome.current = top
      show([firstPage, ...others])
    } catch {
      // The reader goes on from the first page.
    } finally {
      isUnderWay.current = false
    }
  }

  const restorePlace = useEffectEvent(() => {
    const place = pages.length === 1 ? keptPlace(visit) : null
    if (place && place.pages > 1) void comeBack(place)
  })
  useEffect(() => restorePlace(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the pages stand
  useLayoutEffect(() => {
    if (topToCome.current === null) return
    scrollTo({ top: topToCome.current, behavior: 'instant' })
    topToCome.current = null
  }, [pages])

  useLayoutEffect(() => {
    const leave = () => keepPlace(visit, { pages: pages.length, top: scrollY })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [visit, pages.length])

  return {
    products: uniqueItems(pages.map((page) => page.data)),
    nextPage: isOver ? null : lastNumber + 1,
    isLoading: status === 'loading',
    error: status instanceof Error ? status : null,
    loadMore: () => void loadMore(),
  }
}

async function askAgain<Answer>(ask: () => Promise<Answer>, error: unknown): Promise<Answer> {
  if (isClientError(error)) throw error
  await new Promise((resolve) => setTimeout(resolve, pauseBeforeRetry))
  return ask()
}
