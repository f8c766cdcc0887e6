import type { PaymentProvider } from './provider.ts'

/** A provider that takes payments back and sends messages. */
export type RemoteProvider = PaymentProvider & Required<Pick<PaymentProvider, 'refund' | 'webhook'>>

/**
 * A provider as `open` opens it, once it is first needed: the SDKs take 10 to 25 MB each, and most
 * processes serve callers who pay nothing. `webhook` is what must be known of its messages before.
 */
export function providerOnDemand({
  method,
  webhook,
  open,
}: Pick<PaymentProvider, 'method'> & {
  webhook: Omit<RemoteProvider['webhook'], 'verify'>
  open: () => Promise<RemoteProvider>
}): RemoteProvider {
  let opened: Promise<RemoteProvider> | undefined
  function provider() {
    opened ??= open().catch((error) => {
      // The next call tries again.
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    method,
    initiate: async (payment) => (await provider()).initiate(payment),
    read: async (attempt) => (await provider()).read(attempt),
    expire: async (attempt) => (await provider()).expire(attempt),
    refund: async (attempt, refund) => (await provider()).refund(attempt, refund),
    webhook: {
      ...webhook,
      verify: async (message) => (await provider()).webhook.verify(message),
    },
  }
}
