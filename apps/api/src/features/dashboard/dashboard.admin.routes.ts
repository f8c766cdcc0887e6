import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { getDashboard, getSales, listLowStock } from './get-dashboard.ts'

/** Serves the dashboard of the back office. */
export function registerDashboard(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getDashboard, async () => ({ data: await getDashboard(ctx) }))
  registry.register(endpoints.listLowStock, ({ query }) => listLowStock(ctx, query))
  registry.register(endpoints.getSales, async () => ({ data: await getSales(ctx) }))
}
