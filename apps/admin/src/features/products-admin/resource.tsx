import type { RaRecord } from 'react-admin'
import { type BackOfficePage, type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** The pieces of the house. */
export const productResource: BackOfficeResource = {
  name: 'products',
  label: 'Pieces',
  group: 'Catalogue',
  least: 'SUPPORT',
  calls: {
    list: listOf('listStaffProducts'),
    one: async (api, id) => (await api.call('getStaffProduct', { params: { id } })).data,
  },
  list: page(() => import('./product-list.tsx'), 'ProductList'),
  create: page(() => import('./new-product.tsx'), 'NewProduct'),
  edit: page(() => import('./edit-product.tsx'), 'EditProduct'),
  recordRepresentation: (product: RaRecord) => product.name,
}

/** Pieces from a file. */
export const productImportPage: BackOfficePage = {
  path: 'product-import',
  label: 'CSV import',
  group: 'Catalogue',
  page: page(() => import('./product-import.tsx'), 'ProductImport'),
}
