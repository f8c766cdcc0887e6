import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getCategory, getCategoryTree } from './category-index.ts'
import {
  createCategory,
  deleteCategory,
  moveCategory,
  updateCategory,
} from './edit-categories.admin.ts'
import { listCategories } from './list-categories.admin.ts'

/** Serves the tree of categories and single ones, and staff who edit them. */
export function registerCategories(registry: CallRegistry, ctx: AppContext): void {
  registry.register(
    calls.getCategoryTree,
    async () => {
      const tree = await getCategoryTree(ctx)
      return { data: { data: tree, total: tree.length } }
    },
    { tags: () => ['catalogue', 'tree'] },
  )
  registry.register(
    calls.getCategory,
    async ({ params }) => ({ data: await getCategory(ctx, params.identifier) }),
    { tags: () => ['catalogue', 'tree'] },
  )

  registry.register(calls.listCategories, () => listCategories(ctx))
  registry.register(calls.createCategory, async ({ body }) => ({
    data: await createCategory(ctx, body),
  }))
  registry.register(calls.updateCategory, async ({ params, body }) => ({
    data: await updateCategory(ctx, { ...params, ...body }),
  }))
  registry.register(calls.moveCategory, async ({ params, body }) => ({
    data: await moveCategory(ctx, { ...params, ...body }),
  }))
  registry.register(calls.deleteCategory, async ({ params }) => {
    await deleteCategory(ctx, params.id)
    return { data: null }
  })
}
