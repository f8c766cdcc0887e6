import { useMediaQuery } from '@solvane/ui/browser.ts'
import { Button } from '@solvane/ui/button'
import { SearchIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pendingPage, useList } from '../data/list.tsx'
import styles from './list-filters.module.css'

export interface StateTab {
  label: string
  /** The filter of the list; the filters of other tabs are dropped. */
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
  const strip = useRef<HTMLFieldSetElement>(null)
  const chosen = tabs.find(isChosen)?.label
  const hasCounts = tabs.some(({ count }) => count !== undefined)
  // On a phone the strip is wider than the screen; the page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab, and the counts that move it
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!strip.current || !tab) return
    const before = tab.getBoundingClientRect().left - strip.current.getBoundingClientRect().left
    strip.current.scrollLeft += before - (strip.current.clientWidth - tab.offsetWidth) / 2
  }, [chosen, hasCounts])
  return (
    <fieldset ref={strip} className={styles.tabs} aria-label={label}>
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

/** Delay after the last key, in milliseconds. */
const delay = 300

/** Searches the surrounding list (`q`). `hint` names the fields that are searched. */
export function ListSearch({ hint }: { hint: string }) {
  const { filters, setFilters } = useList()
  const wanted = filters.q ?? ''
  const [typed, setTyped] = useState(wanted)
  const applied = useRef(wanted)
  // The address was changed another way, such as Back; unfinished typing stays.
  useEffect(() => {
    if (wanted !== applied.current) setTyped(wanted)
    applied.current = wanted
  }, [wanted])

  const search = useEffectEvent(() => {
    const q = typed.trim()
    applied.current = q
    setFilters({ ...filters, q }, { replace: true })
  })
  useEffect(() => {
    if (typed.trim() === wanted) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // A search while another page is opening, or open, would lead back to the list.
      if ((pendingPage() ?? window.location.pathname) === pathname) search()
    }, delay)
    return () => clearTimeout(timer)
  }, [typed, wanted])

  return (
    <label className={styles.search}>
      <SearchIcon size={16} />
      <input
        className={styles.input}
        type="search"
        aria-label={`Search: ${hint}`}
        placeholder={hint}
        value={typed}
        maxLength={100}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  )
}

interface ListFiltersProps<Name extends string> {
  /** The filters that the fields set. */
  names: readonly Name[]
  /** The fields; `bind` connects one to a filter. */
  children: (
    bind: (name: Name) => {
      value: string
      onChange: (event: { target: { value: string } }) => void
      required: true
    },
  ) => ReactNode
}

/** The filters of the surrounding list; on phones a button opens them. */
export function ListFilters<Name extends string>({ names, children }: ListFiltersProps<Name>) {
  const { filters, setFilters } = useList()
  const set = names.filter((name) => filters[name]).length
  const isNarrow = useMediaQuery('(width < 768px)')
  const [isOpen, setIsOpen] = useState(set > 0)
  const isShown = !isNarrow || isOpen
  return (
    <>
      {isNarrow && (
        <Button kind="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      {isShown && (
        <fieldset className={styles.filters} aria-label="Filters">
          {children((name) => ({
            value: filters[name] ?? '',
            onChange: ({ target }) => setFilters({ ...filters, [name]: target.value }),
            // Otherwise the fields would be labelled as optional.
            required: true,
          }))}
          {set > 0 && (
            <Button
              kind="link"
              className={styles.clear}
              onClick={() =>
                setFilters({
                  ...filters,
                  ...Object.fromEntries(names.map((name) => [name, undefined])),
                })
              }
            >
              Clear
            </Button>
          )}
        </fieldset>
      )}
    </>
  )
}
