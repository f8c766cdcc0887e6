import { SearchIcon } from '@solvane/ui/icon'
import { useEffect, useState } from 'react'
import { useListContext } from 'react-admin'
import styles from './list-search.module.css'

/** After the last key, in milliseconds. */
const pause = 300

/** Looks in the list around it for what is typed (`q`). `hint` says where that is looked for. */
export function ListSearch({ hint }: { hint: string }) {
  const { filterValues, setFilters } = useListContext()
  const wanted: string = filterValues.q ?? ''
  const [typed, setTyped] = useState(wanted)
  // The address has changed by other means, the browser's back for one.
  useEffect(() => setTyped(wanted), [wanted])
  useEffect(() => {
    if (typed.trim() === wanted) return
    const timer = setTimeout(() => {
      const { q, ...others } = filterValues
      setFilters(typed.trim() ? { ...others, q: typed.trim() } : others)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, wanted, filterValues, setFilters])
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
