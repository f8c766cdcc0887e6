import { Button } from '@solvane/ui/button'
import { useMediaQuery } from '@solvane/ui/use-media-query.ts'
import { type ReactNode, useState } from 'react'
import { useList } from '../data/list.tsx'
import styles from './list-filters.module.css'

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
