import { z } from 'zod'
import { breadcrumb, type Picture, picture } from './catalog.ts'
import { featuredProduct } from './content.admin.ts'
import { chosenPicture } from './content-drafts.ts'
import { defineEndpoint, envelope, listEnvelope, nestedListEnvelope } from './endpoint.ts'
import { identifier, slug } from './product-draft.ts'
import { requiredLine, textOfLines } from './text.ts'

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

/** Editing the category tree. */

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const params = z.object({ id: z.uuid() })

/** The deepest level of the menu: a category below one below one below the root. */
export const deepestCategory = 3

export const staffCategory = z.object({
  id: z.uuid(),
  /** Null for the root, which contains everything and is not in the menu. */
  parentId: z.uuid().nullable(),
  identifier: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  picture: picture.nullable(),
  /** The path of its listing. */
  path: z.string(),
  /** Published products, including those of its subcategories. */
  products: z.number().int().nonnegative(),
  /** The version; an edit names the one it is based on. */
  version: z.string(),
})
export type StaffCategory = z.infer<typeof staffCategory>

const categoryFields = {
  name: requiredLine('Please name the category', 80),
  /** Its part of the path, also in the paths of its subcategories. */
  slug,
  description: textOfLines(1_000).or(z.literal('')),
  picture: chosenPicture.nullable(),
}

export const listCategories = defineEndpoint('listCategories', {
  summary: 'Every category, each after its parent, siblings in their order',
  access: 'admin',
  staff: 'SUPPORT',
  response: listEnvelope(staffCategory),
  errors,
})

export const createCategory = defineEndpoint('createCategory', {
  summary: 'Adds a category as the last of its parent',
  access: 'admin',
  status: 201,
  body: z.strictObject({ ...categoryFields, identifier, parentId: z.uuid() }),
  response: envelope(staffCategory),
  errors: [...errors, 'CATEGORY_NOT_FOUND', 'CATEGORY_TAKEN', 'CATEGORY_TOO_DEEP'],
})

export const updateCategory = defineEndpoint('updateCategory', {
  summary: 'Edits what a category says; old addresses lead to the new one',
  access: 'admin',
  params,
  body: z.strictObject({ ...categoryFields, version: z.string().max(64) }),
  response: envelope(staffCategory),
  errors: [...errors, 'CATEGORY_NOT_FOUND', 'CATEGORY_TAKEN', 'STALE_EDIT'],
})

export const moveCategory = defineEndpoint('moveCategory', {
  summary: 'Puts a category, with all below it, under a parent and before a sibling, or last',
  access: 'admin',
  params,
  body: z.strictObject({ parentId: z.uuid(), beforeId: z.uuid().nullable() }),
  response: envelope(staffCategory),
  errors: [
    ...errors,
    'CATEGORY_NOT_FOUND',
    'CATEGORY_TAKEN',
    'CATEGORY_CYCLE',
    'CATEGORY_ROOT',
    'CATEGORY_TOO_DEEP',
  ],
})

export const deleteCategory = defineEndpoint('deleteCategory', {
  summary: 'Removes a category that holds nothing',
  access: 'admin',
  params,
  response: envelope(z.null()),
  errors: [
    ...errors,
    'CATEGORY_NOT_FOUND',
    'CATEGORY_ROOT',
    'CATEGORY_NOT_EMPTY',
    'CATEGORY_LINKED',
  ],
})

/** The most products that are placed by hand in a list. */
export const largestArrangement = 200

const arrangement = envelope(
  z.object({
    version: z.string(),
    document: z.object({ products: z.array(featuredProduct) }),
  }),
)

export const getCategoryArrangement = defineEndpoint('getCategoryArrangement', {
  summary: 'The products that are placed by hand in the list of a category, the first first',
  access: 'admin',
  params,
  response: arrangement,
  errors: [...errors, 'CATEGORY_NOT_FOUND'],
})

export const saveCategoryArrangement = defineEndpoint('saveCategoryArrangement', {
  summary: 'Places products in the list of a category, in this order; the others follow by date',
  access: 'admin',
  params,
  body: z.strictObject({
    version: z.string().max(64),
    document: z.strictObject({
      productIds: z
        .array(z.uuid())
        .max(largestArrangement)
        .refine((ids) => new Set(ids).size === ids.length, 'Each product has one place'),
    }),
  }),
  response: arrangement,
  errors: [...errors, 'CATEGORY_NOT_FOUND', 'STALE_EDIT'],
})
