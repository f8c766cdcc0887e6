import { calls } from '@solvane/contract/calls'
import { paymentMethods } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'

/** Serves the ways to pay. */
export function registerPayments(registry: CallRegistry, { payments }: AppContext): void {
  registry.register(calls.listPaymentMethods, async () => ({
    data: {
      methods: paymentMethods.filter((method) => payments.providers.has(method)),
      areTestPayments: payments.areTestPayments,
    },
  }))
}
