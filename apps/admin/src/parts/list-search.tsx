import { SearchIcon } from '@solvane/ui/icon'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useList } from '../data/list.tsx'
import styles from './list-search.module.css'

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

  const here = useLocation().pathname
  const next = useNavigation().location
  const search = useEffectEvent(() => {
    // While another page is loading, a search would lead back to the list.
    if (next && next.pathname !== here) return
    const q = typed.trim()
    applied.current = q
    setFilters({ ...filters, q }, { replace: true })
  })
  useEffect(() => {
    if (typed.trim() === wanted) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // Another page may have been opened just now.
      if (window.location.pathname === pathname) search()
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
