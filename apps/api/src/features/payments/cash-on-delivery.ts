import type { PaymentProvider } from './provider.ts'

/** Cash that staff take at the door: nothing to open, nobody to ask (decision O8). */
export const cashOnDelivery: PaymentProvider = {
  method: 'COD',
  initiate: async ({ paymentId }) => ({
    providerRef: paymentId,
    approvalUrl: null,
    expiresAt: null,
  }),
  read: async () => ({ status: 'PENDING', reason: 'The cash is awaited' }),
  expire: async () => ({ status: 'FAILED', reason: 'The cash is not wanted any more' }),
}
