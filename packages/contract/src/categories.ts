import { z } from 'zod'
import { breadcrumb, type Picture, picture } from './catalog.ts'
import { defineEndpoint, envelope, nestedListEnvelope } from './endpoint.ts'

export interface CategoryNode {
  id: string
  name: string
  slug: string
  identifier: string
  /** Address of its listing, `/filter/{slugs}/{identifier}`. */
  path: string
  picture: Picture | null
  children: CategoryNode[]
}
export const categoryNode: z.ZodType<CategoryNode> = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  identifier: z.string(),
  path: z.string(),
  picture: picture.nullable(),
  get children() {
    return z.array(categoryNode)
  },
})

export const category = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  identifier: z.string(),
  description: z.string(),
  path: z.string(),
  picture: picture.nullable(),
  breadcrumbs: z.array(breadcrumb),
  children: z.array(breadcrumb),
})
export type Category = z.infer<typeof category>

export const getCategoryTree = defineEndpoint('getCategoryTree', {
  summary: 'The menu: categories, their children and theirs',
  response: nestedListEnvelope(categoryNode),
})

export const getCategory = defineEndpoint('getCategory', {
  summary: 'One category with its place in the tree',
  params: z.object({ identifier: z.string().min(1).max(200) }),
  response: envelope(category),
  errors: ['CATEGORY_NOT_FOUND'],
})
