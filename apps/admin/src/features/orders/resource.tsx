import { type BackOfficePage, type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** Orders, from the list to the desk of one. */
export const orderResource: BackOfficeResource = {
  name: 'orders',
  label: 'Orders',
  group: 'Orders',
  least: 'SUPPORT',
  calls: { list: listOf('listOrders') },
  list: page(() => import('./order-list.tsx'), 'OrderList'),
  show: page(() => import('./order-desk.tsx'), 'OrderDesk'),
}

/** What goes into the parcels of orders, whose ids stand in the address with commas between. */
export const packingSlipsPage: BackOfficePage = {
  path: 'packing-slips/:ids',
  label: 'Packing slips',
  group: 'Orders',
  least: 'SUPPORT',
  page: page(() => import('./packing-slips.tsx'), 'PackingSlips'),
}
