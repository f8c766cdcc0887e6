import type { Customer } from '@solvane/contract/customers'
import { TextLink, textLinkClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { AdviserSelections } from '../../parts/adviser-selections.tsx'
import { Moment } from '../../parts/moment.tsx'
import { BackLink, Facts, Panel, Unavailable } from '../../parts/panel.tsx'
import { orderStatusNames } from '../../parts/words.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerMark } from './customer-list.tsx'
import styles from './customer-page.module.css'

/** /customers/:id: an account with its orders, coupons and actions. */
export function CustomerPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['customer', id],
    queryFn: async () => (await api.call('getCustomer', { params: { customerId: id } })).data,
  })
  if (!data)
    return (
      <>
        <Title title="Customer" />
        {error ? (
          <Unavailable
            title="This customer cannot be shown"
            error={error}
            onRetry={() => refetch()}
          />
        ) : (
          <div className={styles.loading} aria-busy="true">
            <Skeleton shape="title" width="half" />
            <Skeleton width="long" />
            <Skeleton width="half" />
          </div>
        )}
      </>
    )
  return (
    <>
      <Title title={data.name ?? data.email} />
      <BackLink to="/customers">All customers</BackLink>
      <div className={styles.page}>
        <div className={styles.column}>
          <Panel title="Account">
            <Facts
              facts={[
                [
                  'E-mail',
                  <TextLink key="email" href={`mailto:${data.email}`}>
                    {data.email}
                  </TextLink>,
                ],
                ['Name', data.name],
                ['State', data.isStaff ? 'Staff' : <CustomerMark key="state" {...data} />],
                ['Blocked', data.blockedAt && <Blocked key="blocked" {...data} />],
                [
                  'Order limits',
                  data.orderLimitsLiftedAt && (
                    <>
                      Lifted, <Moment at={data.orderLimitsLiftedAt} />
                    </>
                  ),
                ],
                ['Customer since', <Moment key="since" at={data.createdAt} />],
                ['Addresses', data.addresses],
                ['Active sessions', data.sessions],
                ['Orders', data.orders],
                ['Spent', formatMoney(data.spent)],
              ]}
            />
          </Panel>
          {!data.isStaff && <CustomerActions customer={data} onChange={() => refetch()} />}
        </div>
        <div className={styles.column}>
          <CustomerOrders customerId={data.id} />
          {!data.isStaff && (
            <Panel title="Selections">
              <AdviserSelections
                of={{ customerId: data.id }}
                recipient={{ kind: 'customer', email: data.email }}
                make={async (input, email) => {
                  const params = { customerId: data.id }
                  const body = { ...input, isEmailed: email !== null }
                  return (await api.call('makeAdviserSelection', { params, body })).data
                }}
              />
            </Panel>
          )}
          {data.coupons.length > 0 && <Coupons coupons={data.coupons} />}
        </div>
      </div>
    </>
  )
}

function Blocked({ blockedAt, blockedReason }: Customer) {
  if (!blockedAt) return null
  return (
    <>
      <Moment at={blockedAt} />
      {blockedReason && `: ${blockedReason}`}
    </>
  )
}

function Coupons({ coupons }: Pick<Customer, 'coupons'>) {
  return (
    <Panel title="Coupons used">
      <ul className={styles.coupons}>
        {coupons.map(({ code, orderId, redeemedAt, releasedAt }) => (
          <li key={orderId}>
            <Link className={textLinkClass} to={`/orders/${orderId}`}>
              {code}
            </Link>
            , <Moment at={redeemedAt} isDay />
            {releasedAt && ' (released)'}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The number of orders shown here; the list of orders has all. */
const shown = 10

/** The latest orders of a customer. */
function CustomerOrders({ customerId }: { customerId: string }) {
  const { data, error } = useQuery({
    queryKey: ['orders', 'of customer', customerId],
    queryFn: () => api.call('listOrders', { query: { customerId, size: shown } }),
  })
  const all = `/orders?customerId=${customerId}`
  return (
    <Panel
      title="Orders"
      action={
        data &&
        data.total > shown && (
          <Link className={textLinkClass} to={all}>
            All {data.total}
          </Link>
        )
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton width="long" />}
      {data?.total === 0 && <p className={styles.none}>None yet.</p>}
      <ul className={styles.orders}>
        {data?.data.map((order) => (
          <li key={order.id} className={styles.order}>
            <Link className={textLinkClass} to={`/orders/${order.id}`}>
              {order.orderNumber}
            </Link>
            <Moment at={order.createdAt} isDay />
            <span>{orderStatusNames[order.status]}</span>
            <span className={styles.total}>{formatMoney(order.totalAmount)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
