import { useState } from 'react'
import styles from './filter-panel.module.css'

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

/** The lowest and the highest price to look at; taken over when a field is left. */
export function PriceRange({ bounds, min, max, onChange }: PriceRangeProps) {
  return (
    <div className={styles.prices}>
      <Amount
        label="From $"
        amount={min}
        usual={Math.floor(bounds.min)}
        onChange={(amount) => onChange(amount, max)}
      />
      <Amount
        label="To $"
        amount={max}
        usual={Math.ceil(bounds.max)}
        onChange={(amount) => onChange(min, amount)}
      />
    </div>
  )
}

function Amount(props: {
  label: string
  amount: number | null
  usual: number
  onChange: (amount: number | null) => void
}) {
  // What is being typed; the amount itself stands in the field otherwise.
  const [typed, setTyped] = useState<string | null>(null)
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
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => {
          setTyped(null)
          const amount = amountOf(event.target.value)
          if (amount !== props.amount) props.onChange(amount)
        }}
      />
    </label>
  )
}
