import type { BulkChange, roundings } from '@solvane/contract/products-bulk'
import { readAmount } from '../../parts/read-amount.ts'

/** The bulk edits and their names. */
export const bulkKinds = {
  percent: 'Change prices by a percentage',
  dollars: 'Change prices by an amount',
  sale: 'Put on sale',
  endSale: 'End the sale',
  publish: 'Publish',
  withdraw: 'Unpublish',
  addCategory: 'Add to a category',
  removeCategory: 'Remove from a category',
  new: 'Always show “New”',
  notNew: 'Show “New” for 60 days only',
} as const
export type BulkKind = keyof typeof bulkKinds

/** The rounding of new prices. */
export const roundingNames: Readonly<Record<(typeof roundings)[number], string>> = {
  '0.01': 'Nearest cent',
  '1': 'Nearest dollar',
  '5': 'Nearest $5',
  '10': 'Nearest $10',
}

/** The fields of a bulk edit, as typed. */
export interface BulkValues {
  kind: BulkKind
  amount: string
  rounding: (typeof roundings)[number]
  startsAt: string | null
  endsAt: string | null
  categoryId: string
}

/** The bulk edit that the fields describe; the server rejects a missing amount or category. */
export function toBulkChange(values: BulkValues): BulkChange {
  const { kind, rounding, startsAt, endsAt, categoryId } = values
  const value = readAmount(values.amount)
  switch (kind) {
    case 'percent':
    case 'dollars':
      return { kind: 'price', by: { unit: kind, value }, rounding }
    case 'sale':
      return { kind, percent: value, rounding, startsAt, endsAt }
    case 'endSale':
      return { kind }
    case 'publish':
      return { kind: 'status', status: 'PUBLISHED' }
    case 'withdraw':
      return { kind: 'status', status: 'WITHDRAWN' }
    case 'addCategory':
    case 'removeCategory':
      return { kind, categoryId }
    case 'new':
    case 'notNew':
      return { kind: 'new', isNew: kind === 'new' }
  }
}
