import type { BulkChange, roundings } from '@solvane/contract/products-bulk'
import { readAmount } from '../../parts/read-amount.ts'

/** What can be done to many pieces, as staff say it. */
export const bulkKinds = {
  percent: 'Change prices by a percentage',
  dollars: 'Change prices by an amount',
  sale: 'Put on sale',
  endSale: 'End the sale',
  publish: 'Put into the shop',
  withdraw: 'Withdraw from the shop',
  addCategory: 'Add to a category',
  removeCategory: 'Take out of a category',
  new: 'Always show as New',
  notNew: 'Show as New for 60 days only',
} as const
export type BulkKind = keyof typeof bulkKinds

/** What new prices are rounded to. */
export const roundingNames: Readonly<Record<(typeof roundings)[number], string>> = {
  '0.01': 'The cent',
  '1': 'The dollar',
  '5': '$5',
  '10': '$10',
}

/** What is said of a change, as typed. */
export interface BulkValues {
  kind: BulkKind
  amount: string
  rounding: (typeof roundings)[number]
  startsAt: string | null
  endsAt: string | null
  categoryId: string
}

/** The change that was said; an amount or a category that is none is refused when it is asked for. */
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
