import { mostWeightBands } from '@solvane/contract/delivery-fee'
import { Button, IconButton } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { useRef, useState } from 'react'
import { bindFields } from '../../parts/form-fields.ts'
import { type MethodValues, newWeightBand } from './delivery-values.ts'
import styles from './content.module.css'

interface WeightBandsProps {
  bands: MethodValues['weightBands']
  /** The name of the list in the errors of the document. */
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (bands: MethodValues['weightBands']) => void
}

/** The fees of a method by weight. */
export function WeightBands({ bands, field, errorOf, onChange }: WeightBandsProps) {
  const add = useRef<HTMLButtonElement>(null)
  /** The band that was added last. */
  const [added, setAdded] = useState<string>()
  return (
    <fieldset>
      <legend className={styles.legend}>By weight</legend>
      <p className={styles.hint}>
        In place of the shipping fee, for orders up to a weight. Above the last one, the shipping
        fee applies, so it should be the highest. Products without a weight count as 0 g. Texts name
        the lowest and the highest fee in place of {'{shippingFee}'}.
      </p>
      <ol>
        {bands.map((band, at) => {
          const bind = bindFields<'upToGrams' | 'fee'>(
            band,
            (part) => onChange(bands.with(at, { ...band, ...part })),
            (name) => errorOf(`${field}.${at}.${name}`),
          )
          return (
            <li key={band.key} className={styles.band}>
              <TextField
                label="Up to (g)"
                required
                maxLength={20}
                inputMode="numeric"
                // The button that added it was pressed to fill it in.
                autoFocus={band.key === added}
                {...bind('upToGrams')}
              />
              <TextField
                label="Fee ($)"
                required
                maxLength={20}
                inputMode="decimal"
                {...bind('fee')}
              />
              <IconButton
                label={`Remove weight ${at + 1}`}
                className={styles.remove}
                onClick={() => {
                  onChange(bands.toSpliced(at, 1))
                  // The pressed button is gone.
                  add.current?.focus()
                }}
              >
                <CloseIcon size={16} />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <Button
        ref={add}
        kind="link"
        disabled={bands.length >= mostWeightBands}
        onClick={() => {
          const band = newWeightBand()
          setAdded(band.key)
          onChange([...bands, band])
        }}
      >
        Add weight
      </Button>
    </fieldset>
  )
}
