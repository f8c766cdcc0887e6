import useMediaQuery from '@mui/material/useMediaQuery'
import type { StaffProductRow } from '@solvane/contract/products-admin'
import { formatMoney } from '@solvane/ui/price'
import { textLinkClass } from '@solvane/ui/text-link'
import { Datagrid, FunctionField } from 'react-admin'
import { Mark } from '../../parts/mark.tsx'
import { useMayAct } from '../../parts/may-act.ts'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, Twofold } from '../../parts/rows.tsx'
import { SelectPage, SelectRow } from '../../parts/selection.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-rows.module.css'
import { statusNames, statusTones } from './product-words.ts'

/** The pieces of the list around it: a table, on phones cards. */
export function ProductRows() {
  return (
    <Rows<StaffProductRow>
      what="pieces"
      none={{ title: 'No pieces yet', text: 'The first one will stand here.' }}
      table={<ProductTable />}
      card={(product) => <ProductCard product={product} />}
    />
  )
}

function priceOf({ priceFrom, priceTo }: StaffProductRow): string {
  if (priceFrom === null || priceTo === null) return '—'
  const from = formatMoney(priceFrom)
  return priceFrom === priceTo ? from : `${from} – ${formatMoney(priceTo)}`
}

function Stock({ stock, scarce, variants }: StaffProductRow) {
  if (variants === 0) return <Mark tone="quiet">Nothing is sold</Mark>
  if (stock === 0) return <Mark tone="look">Sold out</Mark>
  const kinds = variants === 1 ? 'of one kind' : `in ${variants} variants`
  return <Twofold first={stock} second={scarce > 0 ? `low in ${scarce} of ${variants}` : kinds} />
}

function Status({ status }: Pick<StaffProductRow, 'status'>) {
  return <Mark tone={statusTones[status]}>{statusNames[status]}</Mark>
}

/** Leads to where the piece is edited, for who may; else to the shop. */
function Name({ id, name, identifier, status }: StaffProductRow) {
  const mayEdit = useMayAct()
  if (mayEdit) return <RowLink to={`/products/${id}`}>{name}</RowLink>
  if (status !== 'PUBLISHED') return name
  return (
    <a className={textLinkClass} href={`/product/${identifier}`}>
      {name}
    </a>
  )
}

function Cover({ cover }: Pick<StaffProductRow, 'cover'>) {
  return cover ? <Thumb picture={cover} /> : <span className={styles.noCover} />
}

function ProductTable() {
  const mayEdit = useMayAct()
  // Narrower, the day is left out: the list is in that order anyhow.
  const isRoomy = useMediaQuery('(width >= 1200px)')
  return (
    <Datagrid rowClick={mayEdit ? 'edit' : false} bulkActionButtons={false}>
      {mayEdit && (
        <FunctionField<StaffProductRow>
          label={<SelectPage />}
          sortable={false}
          render={({ id, name }) => <SelectRow id={id} name={name} />}
        />
      )}
      <FunctionField<StaffProductRow>
        label="Piece"
        sortBy="name"
        render={(product) => (
          <span className={styles.piece}>
            <Cover {...product} />
            <span>
              <Twofold
                first={<Name {...product} />}
                second={product.isNew ? `${product.identifier} · New` : product.identifier}
              />
            </span>
          </span>
        )}
      />
      <FunctionField<StaffProductRow> label="State" render={(product) => <Status {...product} />} />
      <FunctionField<StaffProductRow>
        label="Price"
        sortBy="price"
        render={(product) => (
          <Twofold first={priceOf(product)} second={product.isOnSale && 'On sale now'} />
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
      {isRoomy && (
        <FunctionField<StaffProductRow>
          label="Published"
          sortBy="publishedAt"
          render={({ publishedAt }) => <Moment at={publishedAt} isDay />}
        />
      )}
    </Datagrid>
  )
}

function ProductCard({ product }: { product: StaffProductRow }) {
  const mayEdit = useMayAct()
  return (
    <div className={styles.card}>
      {mayEdit && <SelectRow id={product.id} name={product.name} />}
      <Cover {...product} />
      <div className={styles.cardText}>
        <CardLine>
          <Name {...product} />
          <Status {...product} />
        </CardLine>
        <CardLine>
          <span>{priceOf(product)}</span>
          <span>{product.stock === 0 ? 'Sold out' : `${product.stock} in stock`}</span>
        </CardLine>
      </div>
    </div>
  )
}
