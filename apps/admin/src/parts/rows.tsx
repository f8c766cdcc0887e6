import useMediaQuery from '@mui/material/useMediaQuery'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import type { ReactNode } from 'react'
import { Pagination, type RaRecord, useListContext } from 'react-admin'
import { Link } from 'react-router'
import styles from './rows.module.css'

interface RowsProps<Row extends RaRecord> {
  /** What they are, in the plural: "letters". */
  what: string
  /** What is said while there are none at all. */
  none: { title: string; text: string }
  /** A `Datagrid`. */
  table: ReactNode
  /** The same of one, for phones. */
  card: (row: Row) => ReactNode
}

/** So many lines stand for what is coming. */
const places = [1, 2, 3, 4, 5, 6, 7, 8]

/** The records of the list around it: a table, on phones cards, with words where there are none. */
export function Rows<Row extends RaRecord>({ what, none, table, card }: RowsProps<Row>) {
  const isNarrow = useMediaQuery('(width < 768px)')
  const { data, error, isPending, filterValues, setFilters, refetch } = useListContext<Row>()
  if (error)
    return (
      <EmptyState title={`The ${what} could not be read`} text={error.message} isError>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    )
  if (isPending)
    return (
      <div className={styles.waiting} aria-busy="true">
        {places.map((place) => (
          <Skeleton key={place} width={place % 2 ? 'long' : 'full'} />
        ))}
      </div>
    )
  if (data?.length === 0)
    return Object.keys(filterValues).length > 0 ? (
      <EmptyState title="Nothing is like that" text="Look for less, or for something else.">
        <Button kind="link" onClick={() => setFilters({})}>
          Show all {what}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={none.title} text={none.text}>
        <Button kind="link" onClick={() => refetch()}>
          Look again
        </Button>
      </EmptyState>
    )
  return (
    <>
      {isNarrow ? (
        <ul className={styles.cards} aria-label={`The ${what}`}>
          {data?.map((row) => (
            <li key={row.id} className={styles.card}>
              {card(row)}
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.table}>{table}</div>
      )}
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
    </>
  )
}

/** One above the other in a cell: what counts, and in small what belongs to it. */
export function Twofold({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {first}
      <span className={styles.under}>{second}</span>
    </>
  )
}

/** The ends of a line of a card. */
export function CardLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}

/** The name of a card beside the box that chooses it. */
export function CardName({ children }: { children: ReactNode }) {
  return <span className={styles.cardName}>{children}</span>
}

/**
 * The name of a record, leading to its page; on a card all of the card does. The row around it leads
 * there too, and does not hear of the press: going twice takes two steps to come back from.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.name} to={to} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  )
}
