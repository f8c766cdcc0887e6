import { SearchIcon } from '@solvane/ui/icon'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useList } from '../data/list.tsx'
import styles from './list-search.module.css'

/** After the last key, in milliseconds. */
const pause = 300

/** Looks in the list around it for what is typed (`q`). `hint` says where that is looked for. */
export function ListSearch({ hint }: { hint: string }) {
  const { filters, setFilters } = useList()
  const wanted = filters.q ?? ''
  const [typed, setTyped] = useState(wanted)
  const applied = useRef(wanted)
  // The address was changed by other means, such as Back; what is being typed stays.
  useEffect(() => {
    if (wanted !== applied.current) setTyped(wanted)
    applied.current = wanted
  }, [wanted])

  const look = useEffectEvent(() => {
    const q = typed.trim()
    applied.current = q
    setFilters({ ...filters, q }, { replace: true })
  })
  useEffect(() => {
    if (typed.trim() === wanted) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // Another page may be on its way, its code being loaded.
      if (window.location.pathname === pathname) look()
    }, pause)
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
