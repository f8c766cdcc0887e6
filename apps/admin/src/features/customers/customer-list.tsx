import { ListBase, Title } from 'react-admin'
import { ListSearch } from '../../parts/list-search.tsx'
import { type StateTab, StateTabs } from '../../parts/state-tabs.tsx'
import styles from '../../parts/toolbar.module.css'
import { CustomerRows } from './customer-rows.tsx'

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  { label: 'Not confirmed', filter: { state: 'UNVERIFIED' } },
  { label: 'Blocked', filter: { state: 'BLOCKED' } },
]

/** /customers: shoppers' accounts, the newest first. */
export function CustomerList() {
  return (
    <ListBase sort={{ field: 'createdAt', order: 'DESC' }} perPage={25} exporter={false}>
      <Title title="Customers" />
      <StateTabs label="State" names={['state']} tabs={tabs} />
      <div className={styles.toolbar}>
        <ListSearch hint="E-mail or name" />
      </div>
      <CustomerRows />
    </ListBase>
  )
}
