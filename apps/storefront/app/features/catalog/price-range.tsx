import { useRef, useState } from 'react'
import styles from './filter-panel.module.css'

/** How long typing has to rest before an amount is taken over, in milliseconds. */
const rest = 300

interface PriceRangeProps {
  /** Cheapest and dearest of what is left, in dollars. */
  bounds: { min: number; max: number }
  min: number | null
  max: number | null
  onChange: (min: number | null, max: number | null) => void
}

function amountOf(text: string): number | null {
  const amount = Number(text)
  return text.trim() !== '' && Number.isFinite(amount) && amount >= 0 ? amount : null
}

/**
 * The lowest and the highest price to look at: taken over as typing rests, and put in their order once
 * a field is left.
 */
export function PriceRange({ bounds, min, max, onChange }: PriceRangeProps) {
  function settle(from: number | null, to: number | null) {
    const isTurned = from !== null && to !== null && from > to
    const [low, high] = isTurned ? [to, from] : [from, to]
    if (low !== min || high !== max) onChange(low, high)
  }
  return (
    <div className={styles.prices}>
      <Amount
        label="From $"
        amount={min}
        usual={Math.floor(bounds.min)}
        onChange={(amount) => onChange(amount, max)}
        onLeave={(amount) => settle(amount, max)}
      />
      <Amount
        label="To $"
        amount={max}
        usual={Math.ceil(bounds.max)}
        onChange={(amount) => onChange(min, amount)}
        onLeave={(amount) => settle(min, amount)}
      />
    </div>
  )
}

function Amount(props: {
  label: string
  amount: number | null
  usual: number
  /** Told what is typed, as typing rests. */
  onChange: (amount: number | null) => void
  onLeave: (amount: number | null) => void
}) {
  // What is being typed; the amount itself stands in the field otherwise.
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <label className={styles.price}>
      <span className={styles.count}>{props.label}</span>
      <input
        className={styles.amount}
        type="number"
        inputMode="numeric"
        min={0}
        value={typed ?? props.amount ?? ''}
        placeholder={String(props.usual)}
        onChange={({ target: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => props.onChange(amountOf(value)), rest)
        }}
        onBlur={({ target: { value } }) => {
          setTyped(null)
          clearTimeout(timer.current)
          props.onLeave(amountOf(value))
        }}
      />
    </label>
  )
}
