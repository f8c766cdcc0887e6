import { SearchIcon } from '@solvane/ui/icon'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useListContext } from 'react-admin'
import styles from './list-search.module.css'

/** After the last key, in milliseconds. */
const pause = 300

/** Looks in the list around it for what is typed (`q`). `hint` says where that is looked for. */
export function ListSearch({ hint }: { hint: string }) {
  const { filterValues, setFilters } = useListContext()
  const wanted: string = filterValues.q ?? ''
  const [typed, setTyped] = useState(wanted)
  const applied = useRef(wanted)
  // The address has changed by other means, the browser's back for one; what is being typed stays.
  useEffect(() => {
    if (wanted !== applied.current) setTyped(wanted)
    applied.current = wanted
  }, [wanted])

  const look = useEffectEvent(() => {
    const q = typed.trim()
    applied.current = q
    const { q: _before, ...others } = filterValues
    setFilters(q ? { ...others, q } : others)
  })
  useEffect(() => {
    if (typed.trim() === wanted) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // Who is on the way to another page, whose code is being loaded, is not called back.
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
