import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getCategory, getCategoryTree } from './category-index.ts'

/** Serves the tree of categories and single ones. */
export function registerCategories(registry: CallRegistry, ctx: AppContext): void {
  registry.register(
    calls.getCategoryTree,
    async () => {
      const tree = await getCategoryTree(ctx)
      return { data: { data: tree, total: tree.length } }
    },
    { tags: () => ['catalogue'] },
  )
  registry.register(
    calls.getCategory,
    async ({ params }) => ({ data: await getCategory(ctx, params.identifier) }),
    { tags: () => ['catalogue'] },
  )
}
