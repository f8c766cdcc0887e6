import type { Api, CallInput, CallOutput } from '@solvane/client/api'
import type { CallName } from '@solvane/contract/paths'
import type { StaffRole } from '@solvane/contract/staff-role'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { RaRecord } from 'react-admin'

/** The parts of the back office, in the order of its navigation. */
export const groups = [
  'Today',
  'Catalogue',
  'Orders',
  'Customers',
  'Content',
  'Conversations',
  'House',
] as const
type Group = (typeof groups)[number]

/** What a list asks for; named filters come beside it. Same names as the contract's list queries. */
export interface ListQuery {
  page: number
  size: number
  sort?: string
  order?: 'asc' | 'desc'
  [filter: string]: unknown
}

/** The calls behind one kind of record: what is not there cannot be done to it. */
export interface ResourceCalls {
  list(api: Api<CallName>, query: ListQuery): Promise<{ data: RaRecord[]; total: number }>
  one?(api: Api<CallName>, id: string): Promise<RaRecord>
  create?(api: Api<CallName>, values: object): Promise<RaRecord>
  update?(api: Api<CallName>, id: string, values: object): Promise<RaRecord>
  remove?(api: Api<CallName>, id: string): Promise<unknown>
}

interface Place {
  /** As the navigation names it. */
  label: string
  group: Group
  /** The least of staff who may see it; a manager unless told. */
  least?: StaffRole
  /** What of it waits, beside its name in the navigation. */
  Count?: ComponentType
}

export type Page = LazyExoticComponent<ComponentType>

/** A kind of record, with its pages. */
export interface BackOfficeResource extends Place {
  /** In the address, `/admin/<name>`, and for `<ReferenceField reference>`. */
  name: string
  /** The least of staff who may create, edit and delete; a manager unless told. */
  leastToChange?: StaffRole
  calls: ResourceCalls
  /** Without it the resource is not in the navigation: others refer to it. */
  list?: Page
  create?: Page
  edit?: Page
  show?: Page
  /** How a record is named in titles and choices: one of its fields, or made from it. */
  recordRepresentation?: string | ((record: RaRecord) => string)
}

/** A page that is no list of records. */
export interface BackOfficePage extends Place {
  /** Under /admin, without a slash before it; one with a `:parameter` is not in the navigation. */
  path: string
  page: Page
}

/** A page whose code is loaded when it is opened: `page(() => import('./coupon-list.tsx'), 'CouponList')`. */
export function page<Name extends string>(
  load: () => Promise<{ [Key in Name]: ComponentType }>,
  name: Name,
): Page {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** The calls that answer `{data: […], total}`. */
type ListCall = {
  [Name in CallName]: CallOutput<Name> extends { data: { id: string }[]; total: number }
    ? Name
    : never
}[CallName]

/** A resource's `list` by the call `name`, whose query has the names of `ListQuery`. */
export function listOf<Name extends ListCall>(name: Name): ResourceCalls['list'] {
  return async (api, query) => {
    // The names and the types of its values are checked where it arrives, by the contract's schema.
    const answer: unknown = await api.call(name, { query } as unknown as CallInput<Name>)
    const { data, total } = answer as { data: RaRecord[]; total: number }
    return { data, total }
  }
}
