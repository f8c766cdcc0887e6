import Stripe from 'stripe'
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts'

const { StripeInvalidRequestError, StripeCardError } = Stripe.errors

/**
 * What Stripe's error means to us: a refusal, or not known. Wrong keys are no refusal: once they are
 * right, the same request goes through.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const isRefusal = error instanceof StripeInvalidRequestError || error instanceof StripeCardError
  const message = `Stripe: ${error.message}`
  return isRefusal
    ? new ProviderRefusal(message, { cause: error })
    : new ProviderUnavailable(message, { cause: error })
}

/** Whether Stripe has no such thing, as when the keys are of another account. */
export function isUnknown(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe does not take the shopper's address. */
export function isAboutEmail(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError &&
    (error.code === 'email_invalid' || error.param === 'customer_email')
  )
}
