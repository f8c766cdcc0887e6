import { isDeepStrictEqual } from 'node:util'
import type { ImportMistake, ImportReport } from '@solvane/contract/products-csv'
import { statusOf } from '../stored-product.ts'
import { isChanged } from '../write-products.ts'
import { columns } from './csv-format.ts'
import type { ImportedProduct } from './plan-import.ts'

/** Mistakes and stock moves that a report lists at most. */
const mostListed = 200

/** The report of an import that has just begun. */
export const emptyReport: ImportReport = {
  mistakes: [],
  mistakeCount: 0,
  created: 0,
  createdWithdrawn: 0,
  updated: 0,
  unchanged: 0,
  variantsCreated: 0,
  variantsUpdated: 0,
  stockMoves: [],
  stockChanged: 0,
}

/** The report with more mistakes; it lists the first by line. */
export function withMistakes(report: ImportReport, more: readonly ImportMistake[]): ImportReport {
  if (more.length === 0) return report
  return {
    ...report,
    mistakes: [...report.mistakes, ...more]
      .toSorted((one, other) => one.line - other.line || place(one) - place(other))
      .slice(0, mostListed),
    mistakeCount: report.mistakeCount + more.length,
  }
}

/** The position of a mistake in its line, to sort by. */
function place({ column }: ImportMistake): number {
  return (columns as readonly (string | null)[]).indexOf(column)
}

/** Adds products to the report; those with a mistake are not counted. */
export function withProducts(
  report: ImportReport,
  planned: readonly ImportedProduct[],
): ImportReport {
  const sound = planned.filter((one) => one.mistakes.length === 0)
  const known = sound.filter(({ change }) => change.before !== null)
  const updated = known.filter(
    ({ change, stockMoves }) => isChanged(change) || stockMoves.length > 0,
  )
  const withdrawn = sound.filter(
    ({ change }) => change.before === null && statusOf(change.after) !== 'PUBLISHED',
  )
  const variants = sound.map(variantsOf)
  const moves = sound.flatMap(({ stockMoves }) =>
    stockMoves.map(({ variantId: _, ...move }) => move),
  )
  return {
    ...withMistakes(
      report,
      planned.flatMap(({ mistakes }) => mistakes),
    ),
    created: report.created + sound.length - known.length,
    // A report that an earlier version of the shop began does not have it.
    createdWithdrawn: (report.createdWithdrawn ?? 0) + withdrawn.length,
    updated: report.updated + updated.length,
    unchanged: report.unchanged + known.length - updated.length,
    variantsCreated: variants.reduce((sum, { created }) => sum + created, report.variantsCreated),
    variantsUpdated: variants.reduce((sum, { updated }) => sum + updated, report.variantsUpdated),
    stockMoves: [...report.stockMoves, ...moves]
      .toSorted((one, other) => one.line - other.line)
      .slice(0, mostListed),
    stockChanged: report.stockChanged + moves.length,
  }
}

function variantsOf({ change }: ImportedProduct): { created: number; updated: number } {
  const before = new Map(change.before?.variants.map((variant) => [variant.id, variant]))
  const { variants } = change.after
  return {
    created: variants.filter(({ id }) => !before.has(id)).length,
    updated: variants.filter((variant) => {
      const was = before.get(variant.id)
      return was !== undefined && !isDeepStrictEqual(was, variant)
    }).length,
  }
}
