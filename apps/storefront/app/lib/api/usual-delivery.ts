import type { MethodFees } from '@solvane/contract/delivery-fee'
import type { LayoutData } from './layout-data.ts'

/** Delivery by the standard method, as every page knows it: for shoppers whose address is unknown. */
export function usualDelivery({
  shippingFee: fee,
  freeShippingFrom: freeFrom,
  weightBands,
  totalDays,
}: LayoutData['settings']): MethodFees & { totalDays: string } {
  return { fee, freeFrom, weightBands, totalDays }
}
