import { stableId } from '../seed/stable-id.ts'

/** The root category, which holds everything and which the menu does not show. */
export const rootCategory = {
  id: stableId('category', 'all'),
  parent_id: null,
  identifier: 'all',
  slug: 'all',
  name: 'The Collection',
  description: 'Everything the house makes, the newest first.',
  picture: null,
  position: 0,
  product_count: 0,
} as const
