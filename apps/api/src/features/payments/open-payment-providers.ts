import type { PaymentMethod } from '@solvane/contract/payments'
import { cashOnDelivery } from './cash-on-delivery.ts'
import type { PaymentProvider, Payments } from './provider.ts'

/** The ways to pay that this process can take. */
export function openPaymentProviders(): Payments {
  const providers = new Map<PaymentMethod, PaymentProvider>([['COD', cashOnDelivery]])
  return { providers, areTestPayments: false }
}
