import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { getDashboard, getSales, listLowStock } from './get-dashboard.ts'

/** Serves the dashboard of the back office. */
export function registerDashboard(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getDashboard, async (input) => ({
    data: await ctx.replica.read(input, (db) => getDashboard({ ...ctx, db })),
  }))
  registry.register(endpoints.listLowStock, (input) =>
    ctx.replica.read(input, (db) => listLowStock({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.getSales, async (input) => ({
    data: await ctx.replica.read(input, (db) => getSales({ ...ctx, db })),
  }))
}
