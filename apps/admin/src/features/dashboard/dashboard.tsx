import type { Dashboard as Waiting } from '@solvane/contract/dashboard'
import { Skeleton } from '@solvane/ui/skeleton'
import { useMediaQuery } from '@solvane/ui/use-media-query.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { Failure } from '../../layout/failure.tsx'
import { Title } from '../../layout/title.tsx'
import { formatMoment, zonePlace } from '../../parts/moment.tsx'
import styles from './dashboard.module.css'
import { SalesFigures } from './sales.tsx'
import { LowStock, OpenConversations, OrdersByState, Reviews } from './waiting.tsx'

/** Interval between reads, in milliseconds. */
const refreshInterval = 60_000

/** /: sales figures, for managers, and open work. */
export function Dashboard() {
  const seesSales = useMayAct('MANAGER')
  const sales = useQuery({
    queryKey: ['dashboard', 'sales'],
    queryFn: () => api.call('getSales', {}),
    refetchInterval: refreshInterval,
    enabled: seesSales,
  })
  const waiting = useQuery({
    queryKey: ['dashboard', 'waiting'],
    queryFn: () => api.call('getDashboard', {}),
    refetchInterval: refreshInterval,
  })
  // On phones open work comes first: the figures alone fill three screens.
  const isNarrow = useMediaQuery('(width < 768px)')
  const work = <Part query={waiting}>{({ data }) => <Work waiting={data} />}</Part>
  return (
    <div className={styles.page}>
      <Title title="Today" />
      {isNarrow && work}
      {seesSales && <Part query={sales}>{({ data }) => <SalesFigures sales={data} />}</Part>}
      {!isNarrow && work}
    </div>
  )
}

interface PartProps<Answer> {
  query: { data?: Answer | undefined; error: unknown; refetch: () => unknown }
  children: (answer: Answer) => ReactNode
}

/** The result of a query; the previous result stays visible while it is read again. */
function Part<Answer>({ query, children }: PartProps<Answer>) {
  if (query.data) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={query.refetch} />
  return (
    <div aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="full" />
    </div>
  )
}

function Work({ waiting }: { waiting: Waiting }) {
  return (
    <>
      <div className={styles.columns}>
        <OrdersByState counts={waiting.ordersByStatus} />
        <OpenConversations waiting={waiting} />
        <Reviews reviews={waiting.reviews} />
        <LowStock scarce={waiting.scarce} />
      </div>
      <p className={styles.note}>
        As of {formatMoment(waiting.at)} ({zonePlace()}). Updated every minute.
      </p>
    </>
  )
}
