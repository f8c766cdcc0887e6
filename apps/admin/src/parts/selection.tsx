import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import type { ReactNode } from 'react'
import { useList } from '../data/list.tsx'
import styles from './selection.module.css'

/** Selects a record of the surrounding list; `name` labels the checkbox. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { selectedIds, select } = useList()
  const isSelected = selectedIds.includes(id)
  return (
    <SelectBox
      name={`Select ${name}`}
      isSelected={isSelected}
      onToggle={() =>
        select(isSelected ? selectedIds.filter((other) => other !== id) : [...selectedIds, id])
      }
    />
  )
}

/** Selects all records of the page, or none; for the header of the column. */
export function SelectPage() {
  const { rows = [], selectedIds, select } = useList()
  const ids = rows.map(({ id }) => id)
  const isSelected = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <SelectBox
      name="Select all on this page"
      isSelected={isSelected}
      onToggle={() => select(isSelected ? others : [...others, ...ids])}
    />
  )
}

function SelectBox({
  name,
  isSelected,
  onToggle,
}: {
  name: string
  isSelected: boolean
  onToggle: () => void
}) {
  return (
    // A click on the checkbox must not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows have no key handlers
    <span className={styles.box} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        label={<VisuallyHidden>{name}</VisuallyHidden>}
        checked={isSelected}
        onChange={onToggle}
      />
    </span>
  )
}

/** The actions for the selected records; hidden while none is selected. */
export function Selected({ children }: { children: (ids: readonly string[]) => ReactNode }) {
  const { selectedIds, select } = useList()
  if (selectedIds.length === 0) return null
  return (
    <section className={styles.selected} aria-label="Selection">
      <span role="status">{selectedIds.length} selected</span>
      {children(selectedIds)}
      <Button kind="link" onClick={() => select([])}>
        Clear
      </Button>
    </section>
  )
}
