import type { ExportKind, ReportSubject } from './reports.admin.ts'

const fileNames: Partial<Record<ExportKind, string>> = {
  orderLines: 'order-lines',
  noResultSearches: 'no-result-searches',
}

/** The name of the file of an export: `order-lines-2026-01-01-2026-01-31.csv`. */
export function exportFileName({
  kind,
  from,
  until,
  by = 'product',
}: {
  kind: ExportKind
  from: string
  until: string
  by?: ReportSubject | undefined
}): string {
  const name = kind === 'sales' ? `sales-by-${by}` : (fileNames[kind] ?? kind)
  return `${name}-${from}-${until}.csv`
}
