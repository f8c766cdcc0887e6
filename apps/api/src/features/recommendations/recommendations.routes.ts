import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getRecommendations } from './get-recommendations.ts'

/** Serves the chosen pieces. */
export function registerRecommendations(registry: CallRegistry, ctx: AppContext): void {
  registry.register(
    calls.getRecommendations,
    async () => ({ data: await getRecommendations(ctx) }),
    { tags: () => ['catalogue', 'content'] },
  )
}
