import useMediaQuery from '@mui/material/useMediaQuery'
import type { StaffProductRow } from '@solvane/contract/products-admin'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { formatMoney } from '@solvane/ui/price'
import { Datagrid, FunctionField, useListContext } from 'react-admin'
import { Link } from 'react-router'
import { Mark } from '../../parts/mark.tsx'
import { useMayAct } from '../../parts/may-act.ts'
import { Moment } from '../../parts/moment.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import styles from './product-rows.module.css'
import { statusNames, statusTones } from './product-words.ts'

/** The pieces of the list around it: a table, on phones cards. */
export function ProductRows() {
  const isNarrow = useMediaQuery('(width < 768px)')
  const { data, error, isPending, filterValues, setFilters, refetch } =
    useListContext<StaffProductRow>()
  if (error)
    return (
      <EmptyState title="The pieces could not be read" text={error.message} isError>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    )
  if (!isPending && data?.length === 0)
    return Object.keys(filterValues).length > 0 ? (
      <EmptyState title="No piece is like that" text="Look for less, or for something else.">
        <Button kind="link" onClick={() => setFilters({})}>
          Show all pieces
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title="No pieces yet" text="The first one will stand here.">
        <Link to="/products/create">Add a piece</Link>
      </EmptyState>
    )
  return isNarrow ? <ProductCards products={data ?? []} /> : <ProductTable />
}

function priceOf({ priceFrom, priceTo }: StaffProductRow): string {
  if (priceFrom === null || priceTo === null) return '—'
  const from = formatMoney(priceFrom)
  return priceFrom === priceTo ? from : `${from} – ${formatMoney(priceTo)}`
}

function Stock({ stock, scarce, variants }: StaffProductRow) {
  if (variants === 0) return <Mark tone="quiet">Nothing is sold</Mark>
  if (stock === 0) return <Mark tone="look">Sold out</Mark>
  return (
    <>
      {stock}
      <span className={styles.under}>
        {scarce > 0 ? `few left of ${scarce} of ${variants}` : `in ${variants} variants`}
      </span>
    </>
  )
}

function Cover({ cover }: Pick<StaffProductRow, 'cover'>) {
  return cover ? <Thumb picture={cover} /> : <span className={styles.noCover} />
}

function ProductTable() {
  const mayEdit = useMayAct()
  return (
    <div className={styles.table}>
      <Datagrid rowClick="edit" bulkActionButtons={mayEdit ? <BulkEdit /> : false}>
        <FunctionField<StaffProductRow>
          label="Piece"
          sortBy="name"
          render={({ id, name, identifier, cover, isNew }) => (
            <span className={styles.piece}>
              <Cover cover={cover} />
              <span>
                <Link className={styles.name} to={`/products/${id}`}>
                  {name}
                </Link>
                <span className={styles.under}>
                  {identifier}
                  {isNew && ' · New'}
                </span>
              </span>
            </span>
          )}
        />
        <FunctionField<StaffProductRow>
          label="State"
          render={({ status }) => <Mark tone={statusTones[status]}>{statusNames[status]}</Mark>}
        />
        <FunctionField<StaffProductRow>
          label="Price"
          sortBy="price"
          render={(product) => (
            <>
              {priceOf(product)}
              {product.isOnSale && <span className={styles.under}>On sale now</span>}
            </>
          )}
        />
        <FunctionField<StaffProductRow>
          label="Stock"
          sortBy="stock"
          render={(product) => <Stock {...product} />}
        />
        <FunctionField<StaffProductRow>
          label="Categories"
          render={({ categories }) => (
            <span className={styles.categories}>{categories.join(', ') || '—'}</span>
          )}
        />
        <FunctionField<StaffProductRow>
          label="Published"
          sortBy="publishedAt"
          render={({ publishedAt }) => <Moment at={publishedAt} isDay />}
        />
      </Datagrid>
    </div>
  )
}

function ProductCards({ products }: { products: readonly StaffProductRow[] }) {
  return (
    <ul className={styles.cards} aria-label="Pieces">
      {products.map((product) => (
        <li key={product.id}>
          <Link className={styles.card} to={`/products/${product.id}`}>
            <Cover cover={product.cover} />
            <span className={styles.cardText}>
              <span className={styles.line}>
                <span className={styles.name}>{product.name}</span>
                <Mark tone={statusTones[product.status]}>{statusNames[product.status]}</Mark>
              </span>
              <span className={styles.line}>
                <span>{priceOf(product)}</span>
                <span>{product.stock} in stock</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
