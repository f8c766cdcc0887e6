/** A request that PayPal would not take, with its names for why. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, description: string) {
    super(description)
    this.status = status
    this.issue = issue
  }
}

/** A refusal for a reason that lies in what is asked. */
export function unprocessable(issue: string, description: string): PayPalRefusal {
  return new PayPalRefusal(422, issue, description)
}

/** A refusal because there is no such thing. */
export function unknownResource(): PayPalRefusal {
  return new PayPalRefusal(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
}
