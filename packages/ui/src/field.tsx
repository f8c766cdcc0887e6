import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'
import { ChevronDownIcon } from './icon.tsx'

interface FieldProps {
  label: string
  /** What is wrong, in a sentence; marks the field as invalid. */
  error?: string
  /** What helps to fill it in; gives way to the error. */
  hint?: string
  /** The value is being checked or saved. */
  isBusy?: boolean
}

interface FrameProps extends FieldProps {
  id: string
  isOptional: boolean
  className?: string
  children: ReactNode
}

function Frame({ id, label, error, hint, isOptional, className, children }: FrameProps) {
  return (
    <div className={clsx(styles.field, className)}>
      <label className={clsx(styles.label, isOptional && styles.optional)} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
      {/* The line is always there, so that an error moves nothing. */}
      <p
        className={error ? styles.error : styles.hint}
        id={`${id}-note`}
        aria-live={error ? 'polite' : undefined}
      >
        {error ?? hint}
      </p>
    </div>
  )
}

function useControl({ id, error, hint, isBusy }: FieldProps & { id?: string }) {
  const generated = useId()
  const ownId = id ?? generated
  return {
    id: ownId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${ownId}-note` : undefined,
    'aria-busy': isBusy || undefined,
  } as const
}

type TextFieldProps = FieldProps & ComponentProps<'input'> & { trailing?: ReactNode }

/** One line of text; `trailing` sits at its end. Not required means "(optional)" in its label. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, isBusy, className, trailing, ...input } = props
  const control = useControl(props)
  return (
    <Frame {...props} id={control.id} isOptional={!input.required && !input.readOnly}>
      <input {...input} {...control} className={styles.control} />
      {trailing}
    </Frame>
  )
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}

/** A choice from a list of `<option>`s; the browser's own list, which phones show best. */
export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { label, error, hint, isBusy, className, children, ...select } = props
  const control = useControl(props)
  return (
    <Frame {...props} id={control.id} isOptional={!select.required}>
      <select {...select} {...control} className={clsx(styles.control, styles.select)}>
        {children}
      </select>
      <ChevronDownIcon className={styles.arrow} size={14} />
    </Frame>
  )
}

/** Several lines of text. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, error, hint, isBusy, className, ...area } = props
  const control = useControl(props)
  return (
    <Frame {...props} id={control.id} isOptional={!area.required}>
      <textarea {...area} {...control} className={clsx(styles.control, styles.area)} />
    </Frame>
  )
}
