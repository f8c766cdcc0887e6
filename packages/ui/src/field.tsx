import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'
import { ChevronDownIcon } from './icon.tsx'

interface FieldProps {
  label: string
  /** A sentence about the invalid value; marks the field as invalid. */
  error?: string
  /** Help for filling it in; replaced by the error. */
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
      {/* Always rendered, so that an error shifts no content. */}
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

/**
 * A single-line field; `trailing` sits at its end. Optional fields get "(optional)" in their label.
 */
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

/** A password field that can show its value. */
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

/** A native `<select>`, which works best on phones. */
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

/** A multi-line field. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, error, hint, isBusy, className, ...area } = props
  const control = useControl(props)
  return (
    <Frame {...props} id={control.id} isOptional={!area.required}>
      <textarea {...area} {...control} className={clsx(styles.control, styles.area)} />
    </Frame>
  )
}
