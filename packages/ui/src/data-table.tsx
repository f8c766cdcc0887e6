import {
  type ColumnDef,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { clsx } from 'clsx'
import styles from './data-table.module.css'
import { ChevronDownIcon } from './icon.tsx'

const features = tableFeatures({
  rowSortingFeature,
  columnMeta: {} as { align?: 'end' },
})

/** A column of a `DataTable`; one with an accessor is sortable under its `id`. */
// biome-ignore lint/suspicious/noExplicitAny: each column shows a value of a type of its own
export type Column<Row extends object> = ColumnDef<typeof features, Row, any>

/** Creates the columns of a table of `Row`s: `accessor` for sortable ones, `display` for others. */
export function columnHelper<Row extends object>() {
  return createColumnHelper<typeof features, Row>()
}

interface DataTableProps<Row extends { id: string }> {
  /** The plural name of the rows, for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The current sort; the caller orders the rows. */
  sort?: { by: string; order: 'asc' | 'desc' }
  onSort?: (by: string, order: 'asc' | 'desc') => void
  /** Called for a click anywhere on a row; a link in it is still needed for the keyboard. */
  onOpen?: (row: Row) => void
}

/** Rows of records under sortable headings. Ordering, filtering and paging are the caller's. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort, onSort, onOpen } = props
  const table = useTable<typeof features, Row>({
    features,
    data: rows,
    columns,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    state: { sorting: sort ? [{ id: sort.by, desc: sort.order === 'desc' }] : [] },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(table.state.sorting) : update
      if (next) onSort?.(next.id, next.desc ? 'desc' : 'asc')
    },
  })
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => {
              const { column } = header
              const sorted = column.getIsSorted()
              return (
                <th
                  key={header.id}
                  scope="col"
                  className={clsx(column.columnDef.meta?.align === 'end' && styles.end)}
                  aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {column.getCanSort() ? (
                    <button
                      type="button"
                      className={styles.sort}
                      data-sorted={sorted || undefined}
                      onClick={column.getToggleSortingHandler()}
                    >
                      <table.FlexRender header={header} />
                      <ChevronDownIcon size={10} />
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              )
            })}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            className={clsx(onOpen && styles.opens)}
            onClick={onOpen && (() => onOpen(row.original))}
          >
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                className={clsx(cell.column.columnDef.meta?.align === 'end' && styles.end)}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
