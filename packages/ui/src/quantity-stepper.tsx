import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from './button.tsx'
import { MinusIcon, PlusIcon } from './icon.tsx'
import styles from './quantity-stepper.module.css'

interface QuantityStepperProps {
  /** The counted thing, for the accessible names: "Quantity of Ilaria Top-Handle". */
  label: string
  value: number
  min?: number
  max: number
  /** Called with whole numbers between `min` and `max` only. */
  onChange: (value: number) => void
  /** Called for a step below `min`; without it the minus is disabled there. */
  onBelowMinimum?: () => void
  isDisabled?: boolean
  isBusy?: boolean
  className?: string
}

/**
 * A number to step or type. While typing, only valid numbers are reported; leaving the field clamps
 * it.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { label, value, min = 1, max, onChange, onBelowMinimum, isDisabled, isBusy } = props
  const [typed, setTyped] = useState<string | null>(null)

  function step(by: 1 | -1) {
    // The stock may have fallen below the value.
    const next = Math.min(value + by, max)
    if (next < min) onBelowMinimum?.()
    else if (next !== value) onChange(next)
    setTyped(null)
  }

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, 4)
    setTyped(digits)
    const number = Number(digits)
    if (digits && number >= min && number <= max && number !== value) onChange(number)
  }

  function settle() {
    if (typed) {
      const clamped = Math.min(max, Math.max(min, Number(typed)))
      if (clamped !== value) onChange(clamped)
    }
    setTyped(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowUp') step(1)
    else if (event.key === 'ArrowDown' && value > min) step(-1)
    else if (event.key === 'Enter') settle()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend inside a cart line
    <div
      role="group"
      className={clsx(styles.stepper, props.className)}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      <IconButton
        label={value > min || !onBelowMinimum ? 'One fewer' : 'Remove'}
        disabled={isDisabled || (value <= min && !onBelowMinimum)}
        onClick={() => step(-1)}
      >
        <MinusIcon size={14} />
      </IconButton>
      <input
        className={styles.value}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        disabled={isDisabled}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <IconButton label="One more" disabled={isDisabled || value >= max} onClick={() => step(1)}>
        <PlusIcon size={14} />
      </IconButton>
    </div>
  )
}
