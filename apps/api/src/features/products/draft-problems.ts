import { ShopError } from '../../platform/errors/shop-error.ts'

/** Something in a draft that does not fit what there is: where, as `variants.0.price`, and why. */
export interface DraftProblem {
  field: string
  message: string
}

/** Raises `BAD_REQUEST` with `details.fields`, as mistakes that the contract finds do, if there are any. */
export function refuseProblems(fields: DraftProblem[]): void {
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
}
