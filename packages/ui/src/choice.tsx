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

interface RadioOption {
  value: string
  label: ReactNode
  hint?: string
  isDisabled?: boolean
}

interface RadioGroupProps {
  /** The question. */
  legend: string
  name: string
  options: readonly RadioOption[]
  /** The selected value; omit it and pass `defaultValue` for an uncontrolled group. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  error?: string
  className?: string
}

/** One choice of several, all visible. Arrow keys move the selection. */
export function RadioGroup(props: RadioGroupProps) {
  const { legend, name, options, value, defaultValue, onChange, error, className } = props
  const id = useId()
  return (
    <fieldset
      className={clsx(styles.group, className)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className={clsx(styles.control, styles.radio)}
            name={name}
            value={option.value}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            disabled={option.isDisabled}
            aria-labelledby={`${id}-${option.value}-name`}
            aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
            onChange={() => onChange?.(option.value)}
          />
          <span id={`${id}-${option.value}-name`}>{option.label}</span>
          {option.hint && (
            <span className={styles.hint} id={`${id}-${option.value}`}>
              {option.hint}
            </span>
          )}
        </label>
      ))}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
