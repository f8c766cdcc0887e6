import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import type { ReactNode } from 'react'
import { useList } from '../data/list.tsx'
import styles from './selection.module.css'

/** Selects one record of the list around it; `name` says which, for who does not see the row. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { selectedIds, select } = useList()
  const isSelected = selectedIds.includes(id)
  return (
    <Box
      name={`Select ${name}`}
      isSelected={isSelected}
      onToggle={() =>
        select(isSelected ? selectedIds.filter((other) => other !== id) : [...selectedIds, id])
      }
    />
  )
}

/** Selects every record of the page, or none. For the head of the column. */
export function SelectPage() {
  const { rows = [], selectedIds, select } = useList()
  const ids = rows.map(({ id }) => id)
  const isSelected = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <Box
      name="Select all on this page"
      isSelected={isSelected}
      onToggle={() => select(isSelected ? others : [...others, ...ids])}
    />
  )
}

function Box({
  name,
  isSelected,
  onToggle,
}: {
  name: string
  isSelected: boolean
  onToggle: () => void
}) {
  return (
    // A press of the box is not one of the row, which leads to the record.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the press from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows hear no keys
    <span className={styles.box} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        label={<VisuallyHidden>{name}</VisuallyHidden>}
        checked={isSelected}
        onChange={onToggle}
      />
    </span>
  )
}

/** What can be done with the selected records; nothing while there are none. */
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
