import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  moveCategory,
  updateCategory,
} from './categories.admin.ts'
import { getCategory, getCategoryTree } from './category-index.ts'
import { getSelection, saveSelection } from './selection.admin.ts'

/** Serves the category tree and single categories, and their editing by staff. */
export function registerCategories(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(
    endpoints.getCategoryTree,
    async () => {
      const tree = await getCategoryTree(ctx)
      return { data: { data: tree, total: tree.length } }
    },
    { tags: () => ['catalogue', 'tree'] },
  )
  registry.register(
    endpoints.getCategory,
    async ({ params }) => ({ data: await getCategory(ctx, params.identifier) }),
    { tags: () => ['catalogue', 'tree'] },
  )

  registry.register(endpoints.listCategories, () => listCategories(ctx))
  registry.register(endpoints.createCategory, async ({ body }) => ({
    data: await createCategory(ctx, body),
  }))
  registry.register(endpoints.updateCategory, async ({ params, body }) => ({
    data: await updateCategory(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.moveCategory, async ({ params, body }) => ({
    data: await moveCategory(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.getSelection, async ({ params }) => ({
    data: await getSelection(ctx, params.id),
  }))
  registry.register(endpoints.saveSelection, async ({ params, body }) => ({
    data: await saveSelection(ctx, { categoryId: params.id, ...body }),
  }))
  registry.register(endpoints.deleteCategory, async ({ params }) => {
    await deleteCategory(ctx, params.id)
    return { data: null }
  })
}
