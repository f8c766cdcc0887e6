/** Where providers send their messages, below `/api`. */
export const webhookPaths = { STRIPE: '/webhooks/stripe', PAYPAL: '/webhooks/paypal' } as const
