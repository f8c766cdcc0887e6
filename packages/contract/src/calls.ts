import * as catalog from './catalog.ts'
import * as content from './content.ts'
import type { CallName } from './paths.ts'

/** Every API call by name, with its schemas. */
export const calls = {
  listProducts: catalog.listProducts,
  listFacets: catalog.listFacets,
  getRecommendations: catalog.getRecommendations,
  getProduct: catalog.getProduct,
  getCategoryTree: catalog.getCategoryTree,
  getCategory: catalog.getCategory,
  getHomeContent: content.getHomeContent,
  getPage: content.getPage,
  getFaq: content.getFaq,
  getSiteSettings: content.getSiteSettings,
} as const satisfies { [Name in CallName]: { name: Name } }

export type Calls = typeof calls
