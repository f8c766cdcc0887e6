import type { Dashboard as Waiting } from '@solvane/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading, Title } from 'react-admin'
import { api } from '../../data/api.ts'
import { asShown } from '../../data/data-provider.ts'
import { Failure } from '../../layout/failure.tsx'
import { useMayAct } from '../../parts/may-act.ts'
import { formatMoment, zonePlace } from '../../parts/moment.tsx'
import styles from './dashboard.module.css'
import { SalesFigures } from './sales.tsx'
import { OrdersByState, Reviews, Scarce, Waits } from './waiting.tsx'

/** In milliseconds: what waits is looked up again this often. */
const freshness = 60_000

/** /: what was sold, for managers, and what waits for someone. */
export function Dashboard() {
  const seesSales = useMayAct('MANAGER')
  const sales = useQuery({
    queryKey: ['dashboard', 'sales'],
    queryFn: () => api.call('getSales', {}),
    refetchInterval: freshness,
    enabled: seesSales,
  })
  const waiting = useQuery({
    queryKey: ['dashboard', 'waiting'],
    queryFn: () => api.call('getDashboard', {}),
    refetchInterval: freshness,
  })
  return (
    <div className={styles.page}>
      <Title title="Today" />
      {seesSales && <Part query={sales}>{({ data }) => <SalesFigures sales={data} />}</Part>}
      <Part query={waiting}>{({ data }) => <Work waiting={data} />}</Part>
    </div>
  )
}

interface PartProps<Answer> {
  query: { data?: Answer | undefined; error: unknown; refetch: () => unknown }
  children: (answer: Answer) => ReactNode
}

/** What a query brings; what was brought before stays while it is asked for again. */
function Part<Answer>({ query, children }: PartProps<Answer>) {
  if (query.data) return children(query.data)
  if (query.error) return <Failure error={asShown(query.error)} onRetry={query.refetch} />
  return <Loading />
}

function Work({ waiting }: { waiting: Waiting }) {
  return (
    <>
      <div className={styles.columns}>
        <OrdersByState counts={waiting.ordersByStatus} />
        <Waits waiting={waiting} />
        <Reviews reviews={waiting.reviews} />
        <Scarce scarce={waiting.scarce} />
      </div>
      <p className={styles.note}>
        As of {formatMoment(waiting.at)} ({zonePlace()}), looked up every minute.
      </p>
    </>
  )
}
