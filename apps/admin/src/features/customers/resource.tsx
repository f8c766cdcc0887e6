import type { RaRecord } from 'react-admin'
import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** Accounts of shoppers. */
export const customerResource: BackOfficeResource = {
  name: 'customers',
  label: 'Customers',
  group: 'Customers',
  least: 'SUPPORT',
  calls: {
    list: listOf('listCustomers'),
    one: async (api, customerId) =>
      (await api.call('getCustomer', { params: { customerId } })).data,
  },
  list: page(() => import('./customer-list.tsx'), 'CustomerList'),
  show: page(() => import('./customer-page.tsx'), 'CustomerPage'),
  recordRepresentation: (customer: RaRecord) => customer.name ?? customer.email,
}
