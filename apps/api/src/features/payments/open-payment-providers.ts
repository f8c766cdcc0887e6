import type { PaymentMethod } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import { cashOnDelivery } from './cash-on-delivery.ts'
import type { PaymentProvider, Payments } from './provider.ts'
import { openUsdt } from './usdt/usdt-provider.ts'

/** The ways to pay that this process can take. Raises `StartupError` on keys that are none. */
export function openPaymentProviders(ctx: Pick<AppContext, 'config' | 'db' | 'clock'>): Payments {
  const { payments, publicUrl } = ctx.config
  const providers = new Map<PaymentMethod, PaymentProvider>([['COD', cashOnDelivery]])
  if (payments.usdt) providers.set('USDT', openUsdt(ctx, payments.usdt, publicUrl))
  return { providers, areTestPayments: false }
}
