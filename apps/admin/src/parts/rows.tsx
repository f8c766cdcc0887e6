import { useMediaQuery } from '@solvane/ui/browser.ts'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { type Column, DataTable } from '@solvane/ui/data-table'
import { EmptyState } from '@solvane/ui/empty-state'
import { Paginator } from '@solvane/ui/paginator'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useList } from '../data/list.tsx'
import styles from './rows.module.css'

interface RowsProps<Row extends { id: string }> {
  /** The plural name of the rows: "orders". */
  what: string
  /** The text while the list is empty. */
  none: { title: string; text: string }
  columns: readonly Column<Row>[]
  /** The page of a record; a click anywhere on the row opens it. */
  pathOf?: ((row: Row) => string) | undefined
  /** A record as a card, for phones. */
  card: (row: Row) => ReactNode
}

const skeletons = [1, 2, 3, 4, 5, 6, 7, 8]
const sizes = [25, 50, 100]
const counts = new Intl.NumberFormat('en-US')

/** The records of the surrounding list: a table, on phones cards, or an empty state. */
export function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { what, none, columns, pathOf, card } = props
  const isNarrow = useMediaQuery('(width < 768px)')
  const navigate = useNavigate()
  const { rows, error, sort, filters, setFilters, setSort, refetch } = useList<Row>()
  if (error)
    return (
      <EmptyState title={`The ${what} could not be loaded`} text={error.message} isError>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    )
  if (!rows)
    return (
      <div className={styles.loading} aria-busy="true">
        {skeletons.map((place) => (
          <Skeleton key={place} width={place % 2 ? 'long' : 'full'} />
        ))}
      </div>
    )
  if (rows.length === 0)
    return Object.keys(filters).length > 0 ? (
      <EmptyState title="No results" text="Try fewer words or clear the filters.">
        <Button kind="link" onClick={() => setFilters({})}>
          Show all {what}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={none.title} text={none.text}>
        <Button kind="link" onClick={() => refetch()}>
          Refresh
        </Button>
      </EmptyState>
    )
  return (
    <>
      {isNarrow ? (
        <ul className={styles.cards} aria-label={`The ${what}`}>
          {rows.map((row) => (
            <li key={row.id} className={styles.card}>
              {card(row)}
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.table}>
          <DataTable
            label={`The ${what}`}
            columns={columns}
            rows={rows}
            sort={sort}
            onSort={setSort}
            {...(pathOf && { onOpen: (row: Row) => navigate(pathOf(row)) })}
          />
        </div>
      )}
      <Pages />
    </>
  )
}

/** The range shown, the page size and the links to other pages. */
function Pages() {
  const { total, page, size, setSize, hrefFor, goTo } = useList()
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  return (
    <div className={styles.pages}>
      <span>
        {counts.format(first)}–{counts.format(last)} of {counts.format(total)}
      </span>
      <label className={styles.size}>
        Rows per page
        <select value={size} onChange={({ target }) => setSize(Number(target.value))}>
          {[...new Set([...sizes, size])].map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <Paginator
        page={page}
        pageCount={Math.ceil(total / size)}
        hrefFor={hrefFor}
        onSelect={goTo}
      />
    </div>
  )
}

/** Two lines in a cell: the main one, and a smaller one below. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {first}
      <span className={styles.under}>{second}</span>
    </>
  )
}

/** A line of a card, with content at both ends. */
export function CardLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}

/** The name of a card beside its checkbox. */
export function CardName({ children }: { children: ReactNode }) {
  return <span className={styles.cardName}>{children}</span>
}

/**
 * The name of a record as a link to its page; on a card it covers the card. The click does not reach the
 * row, which would navigate a second time.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.name} to={to} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  )
}

/** Selects a record of the surrounding list; `name` labels the checkbox. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { selectedIds, select } = useList()
  const isSelected = selectedIds.includes(id)
  return (
    <SelectBox
      name={`Select ${name}`}
      isSelected={isSelected}
      onToggle={() =>
        select(isSelected ? selectedIds.filter((other) => other !== id) : [...selectedIds, id])
      }
    />
  )
}

/** Selects all records of the page, or none; for the header of the column. */
export function SelectPage() {
  const { rows = [], selectedIds, select } = useList()
  const ids = rows.map(({ id }) => id)
  const isSelected = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <SelectBox
      name="Select all on this page"
      isSelected={isSelected}
      onToggle={() => select(isSelected ? others : [...others, ...ids])}
    />
  )
}

function SelectBox({
  name,
  isSelected,
  onToggle,
}: {
  name: string
  isSelected: boolean
  onToggle: () => void
}) {
  return (
    // A click on the checkbox must not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows have no key handlers
    <span className={styles.box} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        label={<VisuallyHidden>{name}</VisuallyHidden>}
        checked={isSelected}
        onChange={onToggle}
      />
    </span>
  )
}

/** The actions for the selected records; hidden while none is selected. */
export function Selected({ children }: { children: (ids: readonly string[]) => ReactNode }) {
  const { selectedIds, select } = useList()
  if (selectedIds.length === 0) return null
  return (
    <section className={styles.selected} aria-label="Selection">
      <span role="status">{selectedIds.length} selected</span>
      {children(selectedIds)}
      <Button kind="link" onClick={() => select([])}>
        Clear
      </Button>
    </section>
  )
}
