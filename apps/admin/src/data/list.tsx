import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import type { EndpointName } from '@solvane/contract/paths'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { createBrowserRouter } from 'react-router'
import { useLocation, useSearchParams } from 'react-router'
import { api } from './api.ts'

/** The endpoints that answer `{data: […], total}`. */
export type ListEndpoint = {
  [Name in EndpointName]: EndpointOutput<Name> extends { data: { id: string }[]; total: number }
    ? Name
    : never
}[EndpointName]

/** The filters of a list by name, as in the address. */
export type Filters = Readonly<Record<string, string>>

interface Listing {
  rows: readonly { id: string }[] | undefined
  total: number
  error: Error | null
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number
  refetch: () => unknown
  page: number
  size: number
  sort: { by: string; order: 'asc' | 'desc' }
  filters: Filters
  /** Shows the first page with these filters; `replace` adds no history entry. */
  setFilters: (filters: Record<string, string | undefined>, options?: { replace: boolean }) => void
  setSort: (by: string, order: 'asc' | 'desc') => void
  setSize: (size: number) => void
  /** The address of a page of the same list. */
  hrefFor: (page: number) => string
  goTo: (page: number) => void
  selectedIds: readonly string[]
  select: (ids: readonly string[]) => void
}

const ListContext = createContext<Listing | null>(null)

/** The surrounding list of a component. */
export function useList<Row extends { id: string }>() {
  const listing = useContext(ListContext)
  if (!listing) throw new Error('There is no list around this component.')
  return listing as Omit<Listing, 'rows'> & { rows: readonly Row[] | undefined }
}

/** The default page size. */
const defaultSize = 25

/** The selection of each list, remembered while other pages are visited. */
const selections = new Map<string, readonly string[]>()
/** The last query string of each list. */
const lastSearches = new Map<string, string>()

/** The address of a list as it was last shown, with its filters and its page. */
export function lastShown(path: string): string {
  return path + (lastSearches.get(path) ?? '')
}

interface ListProps<Name extends ListEndpoint> {
  endpoint: Name
  /** The default order. */
  sort: { by: string; order: 'asc' | 'desc' }
  children: ReactNode
}

/** Loads the page of records given by the address: `?status=SHIPPED&q=silk&page=2&sort=createdAt&order=asc`. */
export function List<Name extends ListEndpoint>({ endpoint, sort, children }: ListProps<Name>) {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  lastSearches.set(location.pathname, location.search)
  const { page, size, sort: by, order, ...filters } = Object.fromEntries(search)
  const query = {
    page: Number(page ?? 1),
    size: Number(size ?? defaultSize),
    sort: by ?? sort.by,
    order: order ?? sort.order,
  }
  const found = useQuery({
    queryKey: ['list', endpoint, { ...query, ...filters }],
    queryFn: async () => {
      // The contract's schema checks names and values on the server.
      const input = { query: { ...query, ...filters } } as unknown as EndpointInput<Name>
      return (await api.call(endpoint, input)) as { data: { id: string }[]; total: number }
    },
    placeholderData: keepPreviousData,
  })
  const [selectedIds, setSelectedIds] = useState(selections.get(endpoint) ?? [])

  /** The query with these parameters changed; undefined removes one. */
  function changed(changes: Record<string, string | number | undefined>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    return next
  }

  const listing: Listing = {
    rows: found.data?.data,
    total: found.data?.total ?? 0,
    error: found.error,
    readAt: found.dataUpdatedAt,
    refetch: found.refetch,
    page: query.page,
    size: query.size,
    sort: { by: query.sort, order: query.order === 'asc' ? 'asc' : 'desc' },
    filters,
    setFilters(wanted, options) {
      const none = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))
      setSearch(changed({ ...none, ...wanted, page: undefined }), options)
    },
    setSort: (sort, order) => setSearch(changed({ sort, order, page: undefined })),
    setSize: (size) => setSearch(changed({ size, page: undefined })),
    hrefFor: (page) => `?${changed({ page: page > 1 ? page : undefined })}`,
    goTo: (page) => setSearch(changed({ page: page > 1 ? page : undefined })),
    selectedIds,
    select(ids) {
      selections.set(endpoint, ids)
      setSelectedIds(ids)
    },
  }
  return <ListContext value={listing}>{children}</ListContext>
}

/** Reloads everything on the page, after a change. */
export function useRefresh(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries()
}

type Router = ReturnType<typeof createBrowserRouter>

let pending: string | undefined

/** Keeps `pendingPage` up to date with this router. Call it once, before the router is shown. */
export function watchPendingPage(router: Router): Router {
  router.subscribe(({ navigation }) => {
    pending = navigation.location?.pathname
  })
  return router
}

/**
 * The path of the page that is loading, undefined if none is. Known as soon as the navigation
 * begins: `useNavigation` learns of it with the next rendering, late on a busy machine.
 */
export function pendingPage(): string | undefined {
  return pending
}
