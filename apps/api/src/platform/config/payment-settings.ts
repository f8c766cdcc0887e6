import { z } from 'zod'

/** The keys of payment providers, by their names in the environment. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_\w+$/, 'must be a secret key of Stripe, such as sk_live_51H8xY2eZ')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a Stripe webhook, such as whsec_9Hb2k')
    .optional(),
  PAYPAL_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{20,}$/, 'must be the client id of a PayPal app')
    .optional(),
  PAYPAL_CLIENT_SECRET: z
    .string()
    .regex(/^[\w-]{20,}$/, 'must be the secret of a PayPal app')
    .optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{10,}$/, 'must be the id of a PayPal webhook, such as 8PT597110X687430L')
    .optional(),
  PAYPAL_ENVIRONMENT: z.enum(['live', 'sandbox'], 'must be live or sandbox').default('live'),
}

type PaymentSettings = z.infer<z.ZodObject<typeof paymentSettings>>

/** Settings of which each is of no use without the others. */
const together = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
] as const

/** One sentence for each setting that is missing beside another. */
export function incompleteKeys(settings: PaymentSettings): string[] {
  return together.flatMap((names) => {
    const given = names.find((name) => settings[name])
    return given
      ? names.filter((name) => !settings[name]).map((name) => `${name} must be set with ${given}.`)
      : []
  })
}

/** The keys of each provider; null without them: the method is then simulated, and in production not offered. */
export function paymentKeys(settings: PaymentSettings) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
    PAYPAL_ENVIRONMENT: environment,
  } = settings
  return {
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret } : null,
    paypal:
      clientId && clientSecret && webhookId
        ? { clientId, clientSecret, webhookId, environment }
        : null,
  }
}
