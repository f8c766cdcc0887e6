/**
 * Every API call's method and path, once. Nothing else is here, so that the browser's client
 * carries this table and no schema. Paths are relative to `/api`.
 */
export const paths = {
  listProducts: 'GET /products',
  listFacets: 'GET /products/facets',
  getRecommendations: 'GET /products/recommendations',
  getProduct: 'GET /products/{id}',
  getCategoryTree: 'GET /categories/tree',
  getCategory: 'GET /categories/{identifier}',
  getHomeContent: 'GET /content/home',
  getPage: 'GET /content/pages/{slug}',
  getFaq: 'GET /content/faq',
  getSiteSettings: 'GET /content/settings',
} as const

/** The name of an API call. */
export type CallName = keyof typeof paths

/** Prefix of every API path. */
export const apiPrefix = '/api'
