import { useQuery } from '@tanstack/react-query'
import { ListBase, Title, useListContext } from 'react-admin'
import { api } from '../../data/api.ts'
import { ListSearch } from '../../parts/list-search.tsx'
import { ZoneNote } from '../../parts/moment.tsx'
import { orderStatusNames } from '../../parts/order-words.ts'
import { StateTabs } from '../../parts/state-tabs.tsx'
import styles from '../../parts/toolbar.module.css'
import { OrderFilters } from './order-filters.tsx'
import { OrderRows, PrintSlips } from './order-rows.tsx'

/** /orders: everyone's orders, the newest first. */
export function OrderList() {
  return (
    <ListBase sort={{ field: 'createdAt', order: 'DESC' }} perPage={25} exporter={false}>
      <Title title="Orders" />
      <Tabs />
      <div className={styles.toolbar}>
        <ListSearch hint="Number, e-mail, name or tracking" />
        <OrderFilters />
      </div>
      <PrintSlips />
      <OrderRows />
      <ZoneNote />
    </ListBase>
  )
}

function Tabs() {
  const { data: rows } = useListContext()
  const { data } = useQuery({
    // Anew with every list that comes: what changed one may have changed the other.
    queryKey: ['orders', 'counts', rows],
    queryFn: () => api.call('countOrders', {}),
    placeholderData: (before) => before,
  })
  const counts = data?.data
  const states = Object.entries(orderStatusNames).map(([status, label]) => ({
    label,
    filter: { status },
    count: counts?.byStatus[status as keyof typeof orderStatusNames],
  }))
  return (
    <StateTabs
      label="State"
      names={['status', 'needsReview']}
      tabs={[
        { label: 'All', filter: {}, count: counts?.total },
        ...states,
        {
          label: 'To look at',
          filter: { needsReview: 'true' },
          count: counts?.needsReview,
          isUrgent: true,
        },
      ]}
    />
  )
}
