import { couponStates, type StaffCoupon } from '@solvane/contract/coupons.admin'
import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { List } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ListSearch, type StateTab, StateTabs } from '../../parts/list-filters.tsx'
import { Moment, zoneName } from '../../parts/moment.tsx'
import { BackLink, Facts, Mark, Panel, PendingRecord } from '../../parts/panel.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { orderStatusNames } from '../../parts/words.tsx'
import styles from './coupon-page.module.css'
import { couponStateNames, couponTones, discountOf, useCoupon, usesOf } from './coupon-values.ts'

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

/** /coupons/:id: a coupon and the orders that used it. */
export function CouponPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCoupon(id)
  if (!data)
    return (
      <>
        <Title title="Coupon" />
        <PendingRecord
          title="This coupon cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      </>
    )
  return (
    <>
      <Title title={`Coupon ${data.code}`} />
      <BackLink to="/coupons">All coupons</BackLink>
      <div className={styles.page}>
        <Panel title={data.name} action={<Actions coupon={data} onChange={() => refetch()} />}>
          <Facts
            facts={[
              ['Code', <strong key="code">{data.code}</strong>],
              [
                'State',
                <Mark key="state" tone={couponTones[data.state]}>
                  {couponStateNames[data.state]}
                </Mark>,
              ],
              ['Discount', discountOf(data)],
              ['Minimum spend', data.minimumAmount > 0 ? formatMoney(data.minimumAmount) : 'None'],
              ['Starts', data.validFrom ? <Moment key="from" at={data.validFrom} /> : 'At once'],
              ['Ends', data.validUntil ? <Moment key="until" at={data.validUntil} /> : 'No end'],
              ['Time zone', zoneName()],
              ['Used', usesOf(data)],
              ['Limit per customer', data.customerLimit === null ? 'None' : data.customerLimit],
              [
                'Visible',
                data.isListed ? 'To every customer who can use it' : 'No, customers need the code',
              ],
            ]}
          />
        </Panel>
        <Redemptions couponId={data.id} />
      </div>
    </>
  )
}

interface ActionsProps {
  coupon: StaffCoupon
  onChange: () => Promise<unknown>
}

function Actions({ coupon, onChange }: ActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!useMayAct()) return null
  const { id: couponId, code, isEnabled } = coupon
  return (
    <div className={styles.actions}>
      <Link className={buttonClass('link')} to={`/coupons/${couponId}/edit`}>
        Edit
      </Link>
      <Button kind="link" onClick={() => setIsAsking(true)}>
        {isEnabled ? 'Turn off' : 'Turn on'}
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Turn ${isEnabled ? 'off' : 'on'} ${code}`}
          description={
            isEnabled
              ? 'New orders can no longer use it. Existing orders keep it.'
              : 'It can be used again, within its dates and limits.'
          }
          submit={isEnabled ? 'Turn off' : 'Turn on'}
          done={`${code} is turned ${isEnabled ? 'off' : 'on'}.`}
          onClose={() => setIsAsking(false)}
          onSubmit={() =>
            api
              .call('setCouponEnabled', { params: { couponId }, body: { isEnabled: !isEnabled } })
              .then(onChange)
          }
        />
      )}
    </div>
  )
}

const size = 25

/** The orders that used a coupon, page by page. */
function Redemptions({ couponId }: { couponId: string }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    queryKey: ['coupons', 'redemptions', couponId, page],
    queryFn: () => api.call('listRedemptions', { params: { couponId }, query: { page, size } }),
    placeholderData: (before) => before,
  })
  const pages = Math.ceil((data?.total ?? 0) / size)
  return (
    <Panel title={titleOf(data?.total)}>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton width="long" />}
      {data?.total === 0 && (
        <p className={styles.none}>Until the first use, code and discount type can be changed.</p>
      )}
      <ul className={styles.list}>
        {data?.data.map((use) => (
          <li key={use.orderId} className={styles.use}>
            <Link className={textLinkClass} to={`/orders/${use.orderId}`}>
              {use.orderNumber}
            </Link>
            <span>
              {use.customer ? (
                <Link className={textLinkClass} to={`/customers/${use.customer.id}`}>
                  {use.customer.email}
                </Link>
              ) : (
                'Account closed'
              )}
            </span>
            <span className={styles.when}>
              <Moment at={use.redeemedAt} isDay />,{' '}
              {orderStatusNames[use.orderStatus].toLowerCase()}
              {use.releasedAt && ', released'}
            </span>
            <span className={styles.amount}>−{formatMoney(use.discountAmount)}</span>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages">
          <Button kind="link" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span>
            {page} of {pages}
          </span>
          <Button kind="link" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </Panel>
  )
}

function titleOf(total: number | undefined): string {
  if (total === undefined) return 'Orders'
  return total === 1 ? 'Used in 1 order' : `Used in ${total} orders`
}
