import { endpoints } from '@solvane/contract/endpoints'
import type { DemandRow, demandSorts } from '@solvane/contract/waiting-list'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { processWaitingList } from './offers.ts'
import { listDemandRows } from './waiting-list.queries.ts'
import {
  claimOffer,
  confirmWaiting,
  getWaitingLink,
  joinWaitingList,
  leaveByLink,
  leaveMyWaiting,
  listMyWaiting,
  removeOldWaiting,
} from './waiting-list.ts'

/** Serves the waiting list of variants that are sold out. */
export function registerWaitingList(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.joinWaitingList, async ({ body, caller }) => ({
    data: await joinWaitingList(
      ctx,
      { userId: caller.user?.id ?? null, address: caller.address },
      body,
    ),
  }))
  registry.register(endpoints.getWaitingLink, async ({ body, caller }) => ({
    data: await getWaitingLink(ctx, body.token, caller.address),
  }))
  registry.register(endpoints.confirmWaiting, async ({ body, caller }) => ({
    data: await confirmWaiting(ctx, body.token, caller.address),
  }))
  registry.register(endpoints.leaveWaitingList, async ({ body, caller }) => {
    await leaveByLink(ctx, body.token, caller.address)
    return { data: null }
  })
  registry.register(endpoints.claimOffer, async ({ body, caller }) => ({
    data: await claimOffer(ctx, { userId: caller.user.id, address: caller.address }, body.token),
  }))
  registry.register(endpoints.listMyWaiting, async ({ caller }) => {
    const data = await listMyWaiting(ctx, caller.user.id)
    return { data, total: data.length }
  })
  registry.register(endpoints.leaveMyWaiting, async ({ params, caller }) => {
    await leaveMyWaiting(ctx, caller.user.id, params.id)
    return { data: null }
  })
  registry.register(endpoints.listDemand, ({ query }) => listDemand(ctx, query))
}

/** Registers the jobs that make and end offers, and remove old entries. */
export async function registerWaitingListJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.every('process-waiting-list', 1, () => processWaitingList(ctx))
  await ctx.jobs.daily('remove-old-waiting', '03:55', () => removeOldWaiting(ctx))
}

/** A page of the variants that shoppers wait for, or that are reserved for them. */
async function listDemand(
  { db }: Pick<AppContext, 'db'>,
  query: {
    q?: string | undefined
    page: number
    size: number
    sort: (typeof demandSorts)[number]
    order: 'asc' | 'desc'
  },
): Promise<{ data: DemandRow[]; total: number }> {
  const rows = await listDemandRows(db.kysely, query)
  return {
    data: rows.map(({ total: _, since, ...row }) => ({
      ...row,
      since: since?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
  }
}
