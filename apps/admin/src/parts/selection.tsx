import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import type { ReactNode } from 'react'
import { type Identifier, useListContext } from 'react-admin'
import styles from './selection.module.css'

/** Chooses one record of the list around it; `name` says which, for who does not see the row. */
export function SelectRow({ id, name }: { id: Identifier; name: string }) {
  const { selectedIds, onToggleItem } = useListContext()
  return (
    <Box
      name={`Choose ${name}`}
      isChosen={selectedIds.includes(id)}
      onToggle={() => onToggleItem(id)}
    />
  )
}

/** Chooses every record of the page, or none. For the head of the column. */
export function SelectPage() {
  const { data = [], selectedIds, onSelect } = useListContext()
  const ids = data.map(({ id }) => id)
  const isChosen = ids.length > 0 && ids.every((id) => selectedIds.includes(id))
  const others = selectedIds.filter((id: Identifier) => !ids.includes(id))
  return (
    <Box
      name="Choose all of this page"
      isChosen={isChosen}
      onToggle={() => onSelect(isChosen ? others : [...others, ...ids])}
    />
  )
}

function Box({
  name,
  isChosen,
  onToggle,
}: {
  name: string
  isChosen: boolean
  onToggle: () => void
}) {
  return (
    // A press of the box is not one of the row, which leads to the record.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the press from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows hear no keys
    <span className={styles.box} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        label={<VisuallyHidden>{name}</VisuallyHidden>}
        checked={isChosen}
        onChange={onToggle}
      />
    </span>
  )
}

/** What can be done with the chosen records; nothing while there are none. */
export function Chosen({ children }: { children: (ids: readonly Identifier[]) => ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext()
  if (selectedIds.length === 0) return null
  return (
    <section className={styles.chosen} aria-label="What is chosen">
      <span role="status">{selectedIds.length} chosen</span>
      {children(selectedIds)}
      <Button kind="link" onClick={() => onUnselectItems()}>
        None
      </Button>
    </section>
  )
}
