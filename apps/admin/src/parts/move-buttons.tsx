import { ChevronDownIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useLayoutEffect, useRef } from 'react'
import styles from './move-buttons.module.css'

interface MoveButtonsProps {
  /** What is moved, for assistive technology. */
  of: string
  at: number
  count: number
  onMove: (to: number) => void
}

/** Moves an item up or down without a mouse. The pressed button keeps the focus. */
export function MoveButtons({ of, at, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<typeof up | null>(null)
  const isFirst = at === 0
  const isLast = at === count - 1

  // A moved element loses the focus, and so does a button that becomes disabled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the item has its new position
  useLayoutEffect(() => {
    if (!pressed.current) return
    const ended = pressed.current === up ? isFirst : isLast
    const other = pressed.current === up ? down : up
    const wanted = ended ? other : pressed.current
    wanted.current?.focus()
    pressed.current = null
  }, [at])

  function move(button: typeof up, to: number) {
    pressed.current = button
    onMove(to)
  }

  return (
    <span className={styles.buttons}>
      <IconButton
        ref={up}
        className={styles.up}
        label={`Move ${of} up`}
        disabled={isFirst}
        onClick={() => move(up, at - 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
      <IconButton
        ref={down}
        label={`Move ${of} down`}
        disabled={isLast}
        onClick={() => move(down, at + 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
    </span>
  )
}

/** A copy of a list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
