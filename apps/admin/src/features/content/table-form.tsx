import { Button } from '@solvane/ui/button'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { keyed } from '../../parts/ordered-list.tsx'
import type { TableValues } from './page-values.ts'
import styles from './table-form.module.css'

const mostColumns = 12
const mostRows = 100

export const emptyTable = (): TableValues => ({
  columns: ['', ''],
  rows: [keyed({ cells: ['', ''] })],
})

interface TableFormProps {
  /** The name of the section with the table. */
  label: string
  table: TableValues
  onChange: (table: TableValues | null) => void
  error: string | undefined
}

/** Edits the table of a section. */
export function TableForm({ label, table, onChange, error }: TableFormProps) {
  const { columns, rows } = table
  const withoutColumn = (at: number): TableValues => ({
    columns: columns.toSpliced(at, 1),
    rows: rows.map((row) => ({ ...row, cells: row.cells.toSpliced(at, 1) })),
  })
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.grid} aria-label={`Table of ${label}`}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no key but its position
                <th key={at} scope="col">
                  <span className={styles.column}>
                    <input
                      className={styles.control}
                      aria-label={`Column ${at + 1}`}
                      maxLength={60}
                      value={column}
                      onChange={({ target }) =>
                        onChange({ ...table, columns: columns.with(at, target.value) })
                      }
                    />
                    <IconButton
                      label={`Remove column ${at + 1}`}
                      disabled={columns.length === 1}
                      onClick={() => onChange(withoutColumn(at))}
                    >
                      <CloseIcon size={12} />
                    </IconButton>
                  </span>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.key}>
                {row.cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no key but its column
                  <td key={place}>
                    <input
                      className={styles.control}
                      aria-label={`${columns[place] || `Column ${place + 1}`}, row ${at + 1}`}
                      maxLength={120}
                      value={cell}
                      onChange={({ target }) => {
                        const cells = row.cells.with(place, target.value)
                        onChange({ ...table, rows: rows.with(at, { ...row, cells }) })
                      }}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    label={`Remove row ${at + 1}`}
                    onClick={() => onChange({ ...table, rows: rows.toSpliced(at, 1) })}
                  >
                    <CloseIcon size={12} />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        {rows.length < mostRows && (
          <Button
            kind="link"
            onClick={() =>
              onChange({ ...table, rows: [...rows, keyed({ cells: columns.map(() => '') })] })
            }
          >
            Add row
          </Button>
        )}
        {columns.length < mostColumns && (
          <Button
            kind="link"
            onClick={() =>
              onChange({
                columns: [...columns, ''],
                rows: rows.map((row) => ({ ...row, cells: [...row.cells, ''] })),
              })
            }
          >
            Add column
          </Button>
        )}
        <Button kind="link" onClick={() => onChange(null)}>
          Remove table
        </Button>
      </div>
    </>
  )
}
