import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getLetter, listLetters, outboxState, sendLetterAgain } from './outbox.ts'

/** Serves the letters of the house to staff. */
export function registerOutbox(registry: CallRegistry, ctx: AppContext): void {
  registry.register(endpoints.listLetters, ({ query }) => listLetters(ctx, query))
  registry.register(endpoints.getOutbox, async () => ({ data: await outboxState(ctx) }))
  registry.register(endpoints.getLetter, async ({ caller, params }) => ({
    data: await getLetter(ctx, params.letterId, caller.user.staffRole),
  }))
  registry.register(endpoints.sendLetterAgain, async ({ params }) => ({
    data: await sendLetterAgain(ctx, params.letterId),
  }))
}
