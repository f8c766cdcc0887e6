import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  listSelections,
  makeSelection,
  makeSelectionForCaller,
  takeBackSelection,
} from './selections.admin.ts'
import { expireSelections, openSelection, removeOldSelections } from './selections.ts'

/** Serves the selections of advisers; chat sends them in conversations. */
export function registerSelections(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.openAdviserSelection, async ({ body, caller }) => ({
    data: await openSelection(ctx, { token: body.token, address: caller.address }),
  }))
  registry.register(endpoints.listAdviserSelections, async ({ query }) => ({
    data: await listSelections(ctx, query),
  }))
  registry.register(endpoints.makeAdviserSelection, async ({ params, body, caller }) => ({
    data: await makeSelection(ctx, { ...body, ...params, adviserId: caller.user.id }),
  }))
  registry.register(endpoints.makeSelectionForCaller, async ({ body, caller }) => ({
    data: await makeSelectionForCaller(ctx, { ...body, adviserId: caller.user.id }),
  }))
  registry.register(endpoints.takeBackAdviserSelection, async ({ params }) => ({
    data: await takeBackSelection(ctx, params.selectionId),
  }))
}

/** Registers the jobs that end selections and remove old ones. */
export async function registerSelectionJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.every('expire-selections', 1, () => expireSelections(ctx))
  await ctx.jobs.daily('remove-old-selections', '03:50', () => removeOldSelections(ctx))
}
