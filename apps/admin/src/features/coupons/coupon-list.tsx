import type { StaffCoupon } from '@solvane/contract/coupons.admin'
import { couponStates } from '@solvane/contract/coupons.admin'
import { buttonClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { Link } from 'react-router'
import { List } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/title.tsx'
import { ListSearch, type StateTab, StateTabs } from '../../parts/list-filters.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { couponStateNames, couponTones, discountOf, usesOf } from './coupon-values.ts'

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  ...couponStates.map((state) => ({ label: couponStateNames[state], filter: { state } })),
]

const pathOf = ({ id }: StaffCoupon) => `/coupons/${id}`

const { accessor, display } = columnHelper<StaffCoupon>()
const columns = [
  accessor('code', {
    header: 'Coupon',
    cell: ({ row: { original: coupon } }) => (
      <TwoLines first={<RowLink to={pathOf(coupon)}>{coupon.code}</RowLink>} second={coupon.name} />
    ),
  }),
  display({
    id: 'discount',
    header: 'Discount',
    cell: ({ row }) => discountOf(row.original),
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row }) => <State coupon={row.original} />,
  }),
  accessor('validUntil', {
    header: 'Until',
    cell: ({ getValue }) => {
      const until = getValue()
      return until ? <Moment at={until} /> : 'No end'
    },
  }),
  display({
    id: 'used',
    header: 'Used',
    meta: { align: 'end' },
    cell: ({ row }) => usesOf(row.original),
  }),
]

/** /coupons: all coupons, the newest first. */
export function CouponList() {
  return (
    <List endpoint="listCoupons" sort={{ by: 'createdAt', order: 'desc' }}>
      <Title title="Coupons" />
      <StateTabs label="State" names={['state']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Code or name" />
        {useMayAct() && (
          <Link className={buttonClass('primary')} to="/coupons/create">
            New coupon
          </Link>
        )}
      </div>
      <Rows
        what="coupons"
        none={{ title: 'No coupons yet', text: 'Coupons that you create appear here.' }}
        columns={columns}
        pathOf={pathOf}
        card={(coupon) => (
          <>
            <CardLine>
              <RowLink to={pathOf(coupon)}>{coupon.code}</RowLink>
              <span>{discountOf(coupon)}</span>
            </CardLine>
            <CardLine>
              <State coupon={coupon} />
              <span>{usesOf(coupon)} used</span>
            </CardLine>
          </>
        )}
      />
    </List>
  )
}

function State({ coupon: { state } }: { coupon: StaffCoupon }) {
  return <Mark tone={couponTones[state]}>{couponStateNames[state]}</Mark>
}
