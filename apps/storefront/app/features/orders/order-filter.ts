import type { EndpointInput } from '@solvane/client/api'
import { formatDay } from '@solvane/ui/dates.ts'
import { type OrderStatus, statusNames } from './order-texts.ts'

/** The filter of My Orders, from its URL. Days such as `2026-07-12`. */
export interface OrderFilter {
  status: OrderStatus | null
  createdAtStart: string | null
  createdAtEnd: string | null
}

/** All orders. */
export const noFilter: OrderFilter = { status: null, createdAtStart: null, createdAtEnd: null }

function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  // Rejects days such as `2026-02-31`.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

/** Reads the filter from the URL; invalid values are ignored. */
export function readOrderFilter(search: URLSearchParams): OrderFilter {
  const status = search.get('status')
  return {
    status: status && Object.hasOwn(statusNames, status) ? (status as OrderStatus) : null,
    createdAtStart: dayOf(search.get('createdAtStart')),
    createdAtEnd: dayOf(search.get('createdAtEnd')),
  }
}

/** The page of the list in the URL, from 1. */
export function readOrderPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The URL's query: only active filters, always in the same order. */
export function orderSearch(filter: OrderFilter, page = 1): string {
  const search = new URLSearchParams()
  for (const name of ['status', 'createdAtStart', 'createdAtEnd'] as const) {
    const value = filter[name]
    if (value) search.set(name, value)
  }
  if (page > 1) search.set('page', String(page))
  return search.size ? `?${search}` : ''
}

/** The filter as the API accepts it. */
export function orderInput(filter: OrderFilter, page: number): EndpointInput<'listMyOrders'> {
  return {
    query: {
      page,
      status: filter.status ?? undefined,
      createdAtStart: filter.createdAtStart ?? undefined,
      createdAtEnd: filter.createdAtEnd ?? undefined,
    },
  }
}

/** Whether the end is before the start. */
export function isReversed({ createdAtStart, createdAtEnd }: OrderFilter): boolean {
  return createdAtStart !== null && createdAtEnd !== null && createdAtEnd < createdAtStart
}

/** An active filter: its text, and the filter without it. */
interface ActiveFilter {
  label: string
  without: OrderFilter
}

/** The active filters one by one. */
export function activeFilters(filter: OrderFilter): ActiveFilter[] {
  const { status, createdAtStart, createdAtEnd } = filter
  const active: ActiveFilter[] = []
  if (status) active.push({ label: statusNames[status], without: { ...filter, status: null } })
  if (createdAtStart) {
    active.push({
      label: `From ${formatDay(createdAtStart)}`,
      without: { ...filter, createdAtStart: null },
    })
  }
  if (createdAtEnd) {
    active.push({
      label: `Until ${formatDay(createdAtEnd)}`,
      without: { ...filter, createdAtEnd: null },
    })
  }
  return active
}
