import type { ComponentProps } from 'react'
import styles from './chip.module.css'
import { CloseIcon } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The class for links that look like chips; end their text with `<ChipMark />`. */
export const chipClass: string | undefined = styles.chip

/** The small cross of a chip. */
export function ChipMark() {
  return <CloseIcon size={10} />
}

/** A removable choice: its text, and a small cross. */
export function Chip({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...rest} className={styles.chip}>
      <VisuallyHidden>Remove </VisuallyHidden>
      {children}
      <ChipMark />
    </button>
  )
}
