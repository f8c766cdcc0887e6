/** A rejected request, with PayPal's name of the error and its reason. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, description: string) {
    super(description)
    this.status = status
    this.issue = issue
  }
}

/** A rejection of the request's content. */
export function unprocessable(issue: string, description: string): PayPalRefusal {
  return new PayPalRefusal(422, issue, description)
}

/** The error for an unknown resource. */
export function unknownResource(): PayPalRefusal {
  return new PayPalRefusal(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
}
