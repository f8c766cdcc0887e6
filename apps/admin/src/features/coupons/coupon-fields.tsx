import { Checkbox } from '@solvane/ui/checkbox'
import { SelectField, TextField } from '@solvane/ui/field'
import { InstantField } from '../../parts/instant-field.tsx'
import { zoneName } from '../../parts/moment.tsx'
import styles from './coupon-forms.module.css'
import type { CouponValues } from './coupon-values.ts'

interface CouponFieldsProps {
  values: CouponValues
  /** Orders have had it: code and kind stay. */
  isFixed: boolean
  /** What is wrong with which field. */
  wrong: Record<string, string>
  onChange: (part: Partial<CouponValues>) => void
}

/** All that a coupon says. */
export function CouponFields({ values, isFixed, wrong, onChange }: CouponFieldsProps) {
  const bind = (name: keyof CouponValues) => ({
    value: String(values[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    ...(wrong[name] && { error: wrong[name] }),
  })
  const kept = isFixed ? 'Orders have had it: this stays as it is.' : undefined
  return (
    <div className={styles.fields}>
      <TextField
        label="Code"
        required
        readOnly={isFixed}
        maxLength={40}
        autoComplete="off"
        hint={kept ?? 'Capitals and small letters count the same.'}
        {...bind('code')}
      />
      <TextField
        label="Name"
        required
        maxLength={200}
        hint="As customers see it."
        {...bind('name')}
      />
      <SelectField
        label="Takes off"
        required
        disabled={isFixed}
        {...(kept && { hint: kept })}
        {...bind('discountType')}
      >
        <option value="PERCENTAGE">A part of the goods, in percent</option>
        <option value="FIXED_AMOUNT">A fixed amount, in dollars</option>
      </SelectField>
      <TextField
        label={values.discountType === 'FIXED_AMOUNT' ? 'Dollars' : 'Percent'}
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        required
        {...bind('discountValue')}
      />
      <TextField
        label="Goods from, in dollars"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        required
        hint="0 for any amount."
        {...bind('minimumAmount')}
      />
      <Checkbox
        label="Shown to every customer who can use it"
        hint="Else it is known to whom the code is told."
        checked={values.isListed}
        onChange={({ target }) => onChange({ isListed: target.checked })}
      />
      <InstantField
        label="Begins"
        value={values.validFrom}
        hint={`${zoneName()}. Empty: at once.`}
        error={wrong.validFrom}
        onChange={(validFrom) => onChange({ validFrom })}
      />
      <InstantField
        label="Ends"
        value={values.validUntil}
        hint={`${zoneName()}. Empty: never.`}
        error={wrong.validUntil}
        onChange={(validUntil) => onChange({ validUntil })}
      />
      <TextField
        label="Uses in all"
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        hint="Empty: any number."
        {...bind('totalLimit')}
      />
      <TextField
        label="Uses a customer"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        hint="Empty: any number."
        {...bind('customerLimit')}
      />
    </div>
  )
}
