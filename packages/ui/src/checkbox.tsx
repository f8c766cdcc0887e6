import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: string
  error?: string
  /** Some, but not all, of what it stands for is selected. */
  isMixed?: boolean
}

/** A box to tick, with its label and an optional hint or error. */
export function Checkbox({
  label,
  hint,
  error,
  isMixed = false,
  className,
  ...rest
}: CheckboxProps) {
  const noteId = useId()
  const note = error ?? hint
  return (
    <label className={clsx(styles.choice, className)}>
      <input
        {...rest}
        ref={(input) => {
          if (input) input.indeterminate = isMixed
          if (typeof rest.ref === 'function') return rest.ref(input)
          if (rest.ref) rest.ref.current = input
        }}
        type="checkbox"
        className={clsx(styles.control, styles.checkbox)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      <span>{label}</span>
      {note && (
        <span className={error ? styles.error : styles.hint} id={noteId}>
          {note}
        </span>
      )}
    </label>
  )
}
