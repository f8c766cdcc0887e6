import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import pickers from './option-pickers.module.css'
import { adviseSize, measuresOf, type SizeTable } from './size-advice.ts'
import styles from './size-advice-form.module.css'

/** Centimetres in the units that shoppers measure in. */
const units = { cm: 1, in: 2.54 } as const
type Unit = keyof typeof units

interface SizeAdviceFormProps {
  table: SizeTable
  /** How this product fits, in words. */
  sizeAndFit: string | null
  /** Whether the product is available in a size, as far as the other options are chosen. */
  isPossible: (size: string) => boolean
  onChoose: (size: string) => void
}

/** Proposes a size for the shopper's measurements; nothing is sent or kept. */
export function SizeAdviceForm({ table, sizeAndFit, isPossible, onChoose }: SizeAdviceFormProps) {
  const [unit, setUnit] = useState<Unit>('cm')
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const measures = measuresOf(table)
  const measured = new Map(
    measures.flatMap(({ column }): [number, number][] => {
      const value = Number(typed[column]?.replace(',', '.')) * units[unit]
      return value > 0 ? [[column, value]] : []
    }),
  )
  const advice = adviseSize(table, measured)
  if (measures.length === 0) return null
  return (
    <section className={styles.advice} aria-label="Find your size">
      <h2 className={styles.title}>Find your size</h2>
      <fieldset className={styles.units}>
        <legend className={styles.unit}>Measured in</legend>
        {(['cm', 'in'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={pickers.value}
            aria-pressed={name === unit}
            onClick={() => setUnit(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className={styles.fields}>
        {measures.map(({ column, name }) => (
          <TextField
            key={column}
            label={`${name} (${unit})`}
            required={measures.length === 1}
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
            value={typed[column] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [column]: target.value })}
          />
        ))}
      </div>
      <p className={styles.result} aria-live="polite">
        {advice?.kind === 'size' && `Your size is ${advice.size}.`}
        {advice?.kind === 'too-large' &&
          `Our largest size, ${advice.size}, may be too small. An adviser can tell you more.`}
        {advice?.kind === 'too-small' &&
          `Our smallest size, ${advice.size}, may be too large. An adviser can tell you more.`}
        {!advice && 'Between two sizes we propose the larger one.'}
      </p>
      {sizeAndFit && <p className={styles.fit}>{sizeAndFit}</p>}
      {advice?.kind === 'size' && (
        <Button isWide disabled={!isPossible(advice.size)} onClick={() => onChoose(advice.size)}>
          {isPossible(advice.size) ? `Choose ${advice.size}` : `${advice.size} is sold out`}
        </Button>
      )}
    </section>
  )
}
