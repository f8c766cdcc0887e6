/** How a shopper has left a provider's page. */
type Outcome = 'paid' | 'cancelled'

/** Where a provider sends the shopper back to: `returnUrl`, told how its page was left. */
export function returnAddress(returnUrl: string, outcome: Outcome): string {
  const url = new URL(returnUrl)
  url.searchParams.set('outcome', outcome)
  return url.href
}
