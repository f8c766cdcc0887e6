import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** Accounts of shoppers. */
export const customerResource: BackOfficeResource = {
  name: 'customers',
  label: 'Customers',
  group: 'Customers',
  least: 'SUPPORT',
  calls: { list: listOf('listCustomers') },
  list: page(() => import('./customer-list.tsx'), 'CustomerList'),
  show: page(() => import('./customer-page.tsx'), 'CustomerPage'),
}
