import { Button } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { textLinkClass } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { orderStatusNames } from '../../parts/order-words.ts'
import { Panel } from '../../parts/panel.tsx'
import styles from './redemptions.module.css'

const size = 25

/** The orders that used a coupon, page by page. */
export function Redemptions({ couponId }: { couponId: string }) {
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
