import type { GoodsReceipt, WholeGoodsReceipt } from '@solvane/contract/inventory.admin'
import { buttonClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { List } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ListSearch } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { BackLink, Facts, Panel, PendingRecord } from '../../parts/panel.tsx'
import { CardLine, RowLink, Rows } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { optionsOf } from '../../parts/words.tsx'
import styles from './inventory.module.css'
import productListStyles from './product-list.module.css'

const counts = new Intl.NumberFormat('en-US')
const pathOf = ({ id }: Pick<GoodsReceipt, 'id'>) => `/received-goods/${id}`
const unitsOf = ({ units }: Pick<GoodsReceipt, 'units'>) =>
  units === 1 ? '1 unit' : `${counts.format(units)} units`

const { accessor, display } = columnHelper<GoodsReceipt>()
const columns = [
  display({
    id: 'reference',
    header: 'Reference',
    cell: ({ row: { original } }) => <RowLink to={pathOf(original)}>{original.reference}</RowLink>,
  }),
  accessor('at', { header: 'Booked', cell: ({ getValue }) => <Moment at={getValue()} /> }),
  display({ id: 'actor', header: 'By', cell: ({ row }) => row.original.actor ?? '—' }),
  display({
    id: 'variants',
    header: 'Variants',
    meta: { align: 'end' },
    cell: ({ row }) => counts.format(row.original.variants),
  }),
  display({
    id: 'units',
    header: 'Units',
    meta: { align: 'end' },
    cell: ({ row }) => counts.format(row.original.units),
  }),
]

/** /received-goods: the deliveries that were booked into the stock. */
export function ReceivedGoods() {
  const mayEdit = useMayAct()
  return (
    <List endpoint="listGoodsReceipts" sort={{ by: 'at', order: 'desc' }}>
      <Title title="Received goods" />
      {mayEdit && (
        <div className={productListStyles.actions}>
          <Link className={buttonClass('primary')} to="/received-goods/new">
            Receive goods
          </Link>
        </div>
      )}
      <div className={toolbar.toolbar}>
        <ListSearch hint="Reference or note" />
      </div>
      <Rows
        what="deliveries"
        none={{ title: 'No deliveries yet', text: 'Goods that you receive appear here.' }}
        columns={columns}
        pathOf={pathOf}
        card={(delivery) => (
          <>
            <CardLine>
              <RowLink to={pathOf(delivery)}>{delivery.reference}</RowLink>
              <span>{unitsOf(delivery)}</span>
            </CardLine>
            <CardLine>
              <span>{delivery.actor ?? '—'}</span>
              <Moment at={delivery.at} />
            </CardLine>
          </>
        )}
      />
      <ZoneNote />
    </List>
  )
}

/** /received-goods/:id: a delivery and what it added to the stock. */
export function ReceivedDelivery() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['delivery', id],
    queryFn: async () => (await api.call('getGoodsReceipt', { params: { id } })).data,
  })
  if (!data)
    return (
      <>
        <Title title="Delivery" />
        <PendingRecord
          title="This delivery cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      </>
    )
  return (
    <>
      <Title title={`Delivery ${data.reference}`} />
      <BackLink to="/received-goods">All deliveries</BackLink>
      <div className={styles.panels}>
        <Panel title="Delivery">
          <Facts
            facts={[
              ['Booked', <Moment key="at" at={data.at} />],
              ['By', data.actor],
              ['Contents', unitsOf(data)],
              ['Note', data.note],
            ]}
          />
        </Panel>
        <Panel title="Lines">
          <ReceivedLines lines={data.lines} />
        </Panel>
      </div>
    </>
  )
}

interface GoodsLine {
  key: string
  code: string
  /** The product with its options; for an unknown code, the mistake in the line. */
  what: ReactNode
  isWrong?: boolean
  quantity?: number
  /** The stock, before and after. */
  stock?: string | undefined
}

/** The lines of a delivery; a table would be too wide for phones. */
export function GoodsLines({ lines }: { lines: readonly GoodsLine[] }) {
  return (
    <ul className={styles.goods}>
      {lines.map(({ key, code, what, isWrong, quantity, stock }) => (
        <li key={key} className={styles.goodsLine}>
          <span className={styles.goodsName}>
            <span className={isWrong ? styles.wrong : undefined}>{what}</span>
            <span className={styles.code}>{code}</span>
          </span>
          <span className={styles.goodsQuantity}>
            {quantity !== undefined && `+${counts.format(quantity)}`}
            <span className={styles.code}>{stock}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function ReceivedLines({ lines }: Pick<WholeGoodsReceipt, 'lines'>) {
  const mayEdit = useMayAct()
  return (
    <GoodsLines
      lines={lines.map((line) => ({
        key: line.variantId,
        code: line.code,
        what: (
          <>
            {mayEdit ? <Link to={`/products/${line.productId}`}>{line.name}</Link> : line.name}{' '}
            {optionsOf(line.attributeValues)}
          </>
        ),
        quantity: line.quantity,
        stock: `${counts.format(line.stockAfter)} in stock then`,
      }))}
    />
  )
}
