import { ChevronDownIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import styles from './move-buttons.module.css'

interface MoveButtonsProps {
  /** What is moved, for assistive technology. */
  of: string
  at: number
  count: number
  onMove: (to: number) => void
}

/** Moves a line one up or down: the order without a mouse. */
export function MoveButtons({ of, at, count, onMove }: MoveButtonsProps) {
  return (
    <span className={styles.buttons}>
      <IconButton
        className={styles.up}
        label={`Move ${of} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
      <IconButton
        label={`Move ${of} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
    </span>
  )
}
