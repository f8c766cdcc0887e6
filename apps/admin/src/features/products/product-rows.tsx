import type { StaffProductRow } from '@solvane/contract/products.admin'
import { useMediaQuery } from '@solvane/ui/browser.ts'
import { textLinkClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { formatMoney } from '@solvane/ui/price'
import { useMayAct } from '../../data/staff.ts'
import { Moment } from '../../parts/moment.tsx'
import { Mark, type MarkTone } from '../../parts/panel.tsx'
import { CardLine, RowLink, Rows, SelectPage, SelectRow, TwoLines } from '../../parts/rows.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-rows.module.css'

type ProductStatus = StaffProductRow['status']

/** The names of product states. */
export const statusNames: Readonly<Record<ProductStatus, string>> = {
  PUBLISHED: 'Published',
  WITHDRAWN: 'Not published',
  DELETED: 'Deleted',
}

export const statusTones: Readonly<Record<ProductStatus, MarkTone>> = {
  PUBLISHED: 'good',
  WITHDRAWN: 'open',
  DELETED: 'quiet',
}

function priceOf({ priceFrom, priceTo }: StaffProductRow): string {
  if (priceFrom === null || priceTo === null) return '—'
  const from = formatMoney(priceFrom)
  return priceFrom === priceTo ? from : `${from} – ${formatMoney(priceTo)}`
}

function Stock({ stock, scarce, variants }: StaffProductRow) {
  if (variants === 0) return <Mark tone="quiet">No variants</Mark>
  if (stock === 0) return <Mark tone="urgent">Out of stock</Mark>
  const variantCount = variants === 1 ? '1 variant' : `${variants} variants`
  return (
    <TwoLines
      first={stock}
      second={scarce > 0 ? `low in ${scarce} of ${variants}` : variantCount}
    />
  )
}

/** The state, and of a published product that the shop does not show now, since or from when. */
function Status({
  status,
  publishedAt,
  withdrawsAt,
}: Pick<StaffProductRow, 'status' | 'publishedAt' | 'withdrawsAt'>) {
  const now = Date.now()
  if (status === 'PUBLISHED' && Date.parse(publishedAt) > now)
    return (
      <TwoLines first={<Mark tone="open">Scheduled</Mark>} second={<Moment at={publishedAt} />} />
    )
  if (status === 'PUBLISHED' && withdrawsAt && Date.parse(withdrawsAt) <= now)
    return (
      <TwoLines first={<Mark tone="open">Withdrawn</Mark>} second={<Moment at={withdrawsAt} />} />
    )
  return <Mark tone={statusTones[status]}>{statusNames[status]}</Mark>
}

/** Links to the editor for staff who may edit, else to the product's page in the shop. */
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

const pathOf = ({ id }: StaffProductRow) => `/products/${id}`

const { accessor, display } = columnHelper<StaffProductRow>()
const select = display({
  id: 'select',
  header: () => <SelectPage />,
  cell: ({ row: { original } }) => <SelectRow id={original.id} name={original.name} />,
})
const published = accessor('publishedAt', {
  header: 'Published',
  cell: ({ getValue }) => <Moment at={getValue()} isDay />,
})
const columns = [
  accessor('name', {
    header: 'Product',
    cell: ({ row: { original: product } }) => (
      <span className={styles.product}>
        <Cover {...product} />
        <span>
          <TwoLines
            first={<Name {...product} />}
            second={product.isNew ? `${product.identifier} · New` : product.identifier}
          />
        </span>
      </span>
    ),
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row }) => <Status {...row.original} />,
  }),
  accessor('priceFrom', {
    id: 'price',
    header: 'Price',
    cell: ({ row: { original } }) => (
      <TwoLines first={priceOf(original)} second={original.isOnSale && 'On sale'} />
    ),
  }),
  accessor('stock', {
    header: 'Stock',
    cell: ({ row }) => <Stock {...row.original} />,
  }),
  display({
    id: 'categories',
    header: 'Categories',
    cell: ({ row }) => (
      <span className={styles.categories}>{row.original.categories.join(', ') || '—'}</span>
    ),
  }),
]

/** The products of the surrounding list. */
export function ProductRows() {
  const mayEdit = useMayAct()
  // Narrower screens have no column for the day.
  const isRoomy = useMediaQuery('(width >= 1200px)')
  return (
    <Rows
      what="products"
      none={{ title: 'No products yet', text: 'Products that you add or import appear here.' }}
      columns={[...(mayEdit ? [select] : []), ...columns, ...(isRoomy ? [published] : [])]}
      pathOf={mayEdit ? pathOf : undefined}
      card={(product) => <ProductCard product={product} />}
    />
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
          <span>{product.stock === 0 ? 'Out of stock' : `${product.stock} in stock`}</span>
        </CardLine>
      </div>
    </div>
  )
}
