import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { Limit } from '../../platform/rate-limit/rate-limits.ts'
import { getInvoicing, invoiceFile, listInvoices, saveInvoicing } from './invoices.ts'

/** A file takes a tenth of a second of computing. */
const filesOfShopper: Limit = { name: 'invoice-files', times: 30, seconds: 60 }

/** Serves invoices and credit notes: a shopper's own, and all to staff. */
export function registerInvoices(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getMyInvoice, async ({ caller, params }) => {
    await ctx.limits.count(filesOfShopper, caller.user.id)
    const owner = { userId: caller.user.id, orderId: params.orderId }
    return { download: await invoiceFile(ctx, params.id, owner) }
  })
  registry.register(endpoints.listInvoices, ({ query }) => listInvoices(ctx, query))
  registry.register(endpoints.getInvoice, async ({ params }) => ({
    download: await invoiceFile(ctx, params.invoiceId),
  }))
  registry.register(endpoints.getInvoicing, async () => ({ data: await getInvoicing(ctx) }))
  registry.register(endpoints.saveInvoicing, async ({ body }) => ({
    data: await saveInvoicing(ctx, body),
  }))
}
