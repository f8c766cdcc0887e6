import type { DemandRow } from '@solvane/contract/waiting-list'
import { columnHelper } from '@solvane/ui/data-table'
import { List } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ListSearch } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { optionsOf } from '../../parts/words.tsx'
import styles from './product-rows.module.css'

const counts = new Intl.NumberFormat('en-US')

const pathOf = ({ productId }: DemandRow) => `/products/${productId}`

function Name({ row }: { row: DemandRow }) {
  const mayEdit = useMayAct()
  return mayEdit ? <RowLink to={pathOf(row)}>{row.name}</RowLink> : row.name
}

/** How many offers have become orders, of all that have ended. */
function outcomeOf({ ordered, expired }: DemandRow): string {
  const ended = ordered + expired
  return ended === 0 ? '—' : `${counts.format(ordered)} of ${counts.format(ended)}`
}

const { accessor, display } = columnHelper<DemandRow>()
const columns = [
  accessor('name', {
    header: 'Product',
    cell: ({ row: { original: row } }) => (
      <span className={styles.product}>
        {row.picture ? <Thumb picture={row.picture} /> : <span className={styles.noCover} />}
        <TwoLines first={<Name row={row} />} second={optionsOf(row.attributeValues)} />
      </span>
    ),
  }),
  accessor('waiting', {
    header: 'Waiting',
    meta: { align: 'end' },
    cell: ({ row: { original: row } }) => (
      <TwoLines
        first={counts.format(row.waiting)}
        second={row.unconfirmed > 0 && `${counts.format(row.unconfirmed)} not confirmed`}
      />
    ),
  }),
  display({
    id: 'offered',
    header: 'Reserved',
    meta: { align: 'end' },
    cell: ({ row }) => counts.format(row.original.offered),
  }),
  display({
    id: 'stock',
    header: 'In stock',
    meta: { align: 'end' },
    cell: ({ row }) => counts.format(row.original.stock),
  }),
  display({ id: 'outcome', header: 'Ordered', cell: ({ row }) => outcomeOf(row.original) }),
  accessor('since', {
    header: 'Waiting since',
    cell: ({ getValue }) => {
      const since = getValue()
      return since ? <Moment at={since} isDay /> : '—'
    },
  }),
]

/** /demand: the variants that shoppers wait for. */
export function Demand() {
  const mayEdit = useMayAct()
  return (
    <List endpoint="listDemand" sort={{ by: 'waiting', order: 'desc' }}>
      <Title title="Wanted and sold out" />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name of the product" />
      </div>
      <Rows
        what="variants"
        none={{ title: 'Nobody waits', text: 'Variants that shoppers wait for appear here.' }}
        columns={columns}
        pathOf={mayEdit ? pathOf : undefined}
        card={(row) => (
          <>
            <CardLine>
              <TwoLines first={<Name row={row} />} second={optionsOf(row.attributeValues)} />
              <span>{`${counts.format(row.waiting)} waiting`}</span>
            </CardLine>
            <CardLine>
              <span>{`${counts.format(row.offered)} reserved, ${counts.format(row.stock)} in stock`}</span>
              {row.since && <Moment at={row.since} />}
            </CardLine>
          </>
        )}
      />
      <ZoneNote />
    </List>
  )
}
