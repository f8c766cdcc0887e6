/** The texts of a payment method. */
interface PaymentMethodTexts {
  name: string
  /** One sentence for the shopper who chooses. */
  hint: string
  /** Whom staff wait for when money is late. */
  provider: string
}

/** The payment methods, in the order in which shoppers see them. */
export const paymentMethodTexts = {
  STRIPE: {
    name: 'Card',
    hint: 'Credit or debit card, Apple Pay, Google Pay.',
    provider: 'Stripe',
  },
  PAYPAL: { name: 'PayPal', hint: 'With your PayPal account.', provider: 'PayPal' },
  USDT: {
    name: 'USDT',
    hint: 'Send USDT from your own wallet.',
    provider: 'The USDT chain',
  },
  COD: {
    name: 'Cash on delivery',
    hint: 'You pay the courier at your door.',
    provider: 'The courier',
  },
} satisfies Record<string, PaymentMethodTexts>

export type PaymentMethod = keyof typeof paymentMethodTexts

export const paymentMethods = Object.keys(paymentMethodTexts) as PaymentMethod[]
