import { type BackOfficePage, page } from '../../data/resource.ts'

/** The tree of categories. */
export const categoriesPage: BackOfficePage = {
  path: 'categories',
  label: 'Categories',
  group: 'Catalogue',
  page: page(() => import('./category-tree.tsx'), 'CategoryTree'),
}
