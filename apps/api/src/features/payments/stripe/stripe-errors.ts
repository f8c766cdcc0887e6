import Stripe from 'stripe'
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts'

const { StripeInvalidRequestError, StripeCardError } = Stripe.errors

/** Stripe calls these invalid requests too: the same key is being worked on, or something is locked. */
const passing = [409, 429]

/**
 * What Stripe's error means to us: a refusal, or not known. Wrong keys are no refusal: once they are
 * right, the same request goes through.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const isRefusal =
    (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) &&
    !passing.includes(error.statusCode ?? 0)
  const message = `Stripe: ${error.message}`
  return isRefusal
    ? new ProviderRefusal(message, { cause: error })
    : new ProviderUnavailable(message, { cause: error })
}

/**
 * Gives an answer if it is the object that was asked for. The SDK takes any JSON without `error` for one,
 * whatever its status: also what a gateway says in Stripe's place. Raises `ProviderUnavailable`.
 */
export function expectObject<Answer extends { object: string }>(
  answer: Answer,
  kind: Answer['object'],
): Answer {
  if (answer.object === kind) return answer
  throw new ProviderUnavailable('Stripe: the answer is not from Stripe')
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
