import type { StaffOrderRow } from '@solvane/contract/orders-admin'
import type { RaRecord } from 'react-admin'
import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** Orders, from the list to the desk of one. */
export const orderResource: BackOfficeResource = {
  name: 'orders',
  label: 'Orders',
  group: 'Orders',
  least: 'SUPPORT',
  calls: {
    list: listOf('listOrders'),
    one: async (api, orderId) => (await api.call('getOrder', { params: { orderId } })).data,
  },
  list: page(() => import('./order-list.tsx'), 'OrderList'),
  show: page(() => import('./order-desk.tsx'), 'OrderDesk'),
  recordRepresentation: (order: RaRecord | StaffOrderRow) => order.orderNumber,
}

/** What goes into the parcels: `/packing-slips/<order ids, with commas>/show`. */
export const packingSlipResource: BackOfficeResource = {
  name: 'packing-slips',
  label: 'Packing slips',
  group: 'Orders',
  least: 'SUPPORT',
  calls: {
    list: async () => ({ data: [], total: 0 }),
    one: async (api, orderIds) => {
      const { data } = await api.call('listPackingSlips', { query: { orderIds } })
      return { id: orderIds, slips: data }
    },
  },
  show: page(() => import('./packing-slips.tsx'), 'PackingSlips'),
}
