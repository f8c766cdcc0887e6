import type { StaffCoupon } from '@solvane/contract/coupons-admin'
import { couponStates } from '@solvane/contract/coupons-admin'
import { buttonClass } from '@solvane/ui/button'
import { Datagrid, FunctionField, ListBase, Title } from 'react-admin'
import { Link } from 'react-router'
import { ListSearch } from '../../parts/list-search.tsx'
import { Mark } from '../../parts/mark.tsx'
import { useMayAct } from '../../parts/may-act.ts'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, Twofold } from '../../parts/rows.tsx'
import { type StateTab, StateTabs } from '../../parts/state-tabs.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { couponStateNames, couponTones, takesOff, usesOf } from './coupon-words.ts'

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  ...couponStates.map((state) => ({ label: couponStateNames[state], filter: { state } })),
]

/** /coupons: all coupons, the newest first. */
export function CouponList() {
  return (
    <ListBase sort={{ field: 'createdAt', order: 'DESC' }} perPage={25} exporter={false}>
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
      <CouponRows />
    </ListBase>
  )
}

function CouponRows() {
  return (
    <Rows<StaffCoupon>
      what="coupons"
      none={{ title: 'No coupons yet', text: 'The first one will stand here.' }}
      table={
        <Datagrid rowClick="show" bulkActionButtons={false}>
          <FunctionField<StaffCoupon>
            label="Coupon"
            sortBy="code"
            render={({ id, code, name }) => (
              <Twofold first={<RowLink to={`/coupons/${id}/show`}>{code}</RowLink>} second={name} />
            )}
          />
          <FunctionField<StaffCoupon> label="Takes off" render={takesOff} />
          <FunctionField<StaffCoupon>
            label="State"
            render={({ state }) => <Mark tone={couponTones[state]}>{couponStateNames[state]}</Mark>}
          />
          <FunctionField<StaffCoupon>
            label="Until"
            sortBy="validUntil"
            render={({ validUntil }) => (validUntil ? <Moment at={validUntil} /> : 'No expiration')}
          />
          <FunctionField<StaffCoupon> label="Used" textAlign="right" render={usesOf} />
        </Datagrid>
      }
      card={(coupon) => (
        <>
          <CardLine>
            <RowLink to={`/coupons/${coupon.id}/show`}>{coupon.code}</RowLink>
            <span>{takesOff(coupon)}</span>
          </CardLine>
          <CardLine>
            <Mark tone={couponTones[coupon.state]}>{couponStateNames[coupon.state]}</Mark>
            <span>{usesOf(coupon)} used</span>
          </CardLine>
        </>
      )}
    />
  )
}
