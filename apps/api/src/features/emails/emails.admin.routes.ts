import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { getEmail, listEmails, outboxState, resendEmail } from './emails.admin.ts'

/**
 * Serves the list of e-mails that the shop has sent, or still has to send, to staff. Their texts stand in the
 * features that send them, the sending in `platform/mail`.
 */
export function registerEmails(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listEmails, ({ query }) => listEmails(ctx, query))
  registry.register(endpoints.getOutbox, async () => ({ data: await outboxState(ctx) }))
  registry.register(endpoints.getEmail, async ({ caller, params }) => ({
    data: await getEmail(ctx, params.emailId, caller.user.staffRole),
  }))
  registry.register(endpoints.resendEmail, async ({ params }) => ({
    data: await resendEmail(ctx, params.emailId),
  }))
}
