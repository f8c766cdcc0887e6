import { clsx } from 'clsx'
import { useList } from '../data/list.tsx'
import styles from './state-tabs.module.css'

export interface StateTab {
  label: string
  /** What the list is filtered by; the filters of other tabs are dropped. */
  filter: Record<string, string | undefined>
  /** The number of records, if known. */
  count?: number | undefined
  isUrgent?: boolean
}

const counts = new Intl.NumberFormat('en-US')

/** Filters the surrounding list by state and keeps the other filters. `names` are those that the tabs set. */
export function StateTabs({
  label,
  names,
  tabs,
}: {
  label: string
  names: readonly string[]
  tabs: readonly StateTab[]
}) {
  const { filters, setFilters } = useList()
  const others = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !names.includes(name)),
  )
  const isChosen = ({ filter }: StateTab) =>
    names.every((name) => (filters[name] ?? '') === (filter[name] ?? ''))
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.label}
          type="button"
          className={styles.tab}
          aria-pressed={isChosen(tab)}
          onClick={() => setFilters({ ...others, ...tab.filter })}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={clsx(styles.count, tab.isUrgent && tab.count > 0 && styles.urgent)}>
              {counts.format(tab.count)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
