import { Checkbox } from '@solvane/ui/checkbox'
import { SelectField, TextField } from '@solvane/ui/field'
import { InstantField } from '../../parts/instant-field.tsx'
import { zoneName } from '../../parts/moment.tsx'
import styles from './coupon-forms.module.css'
import type { CouponValues } from './coupon-values.ts'

interface CouponFieldsProps {
  values: CouponValues
  /** Whether orders have used it: code and discount type are fixed. */
  isFixed: boolean
  /** Errors by field. */
  errors: Record<string, string>
  onChange: (part: Partial<CouponValues>) => void
}

/** The fields of a coupon. */
export function CouponFields({ values, isFixed, errors, onChange }: CouponFieldsProps) {
  const bind = (name: keyof CouponValues) => ({
    value: String(values[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    ...(errors[name] && { error: errors[name] }),
  })
  const fixedHint = isFixed ? 'Cannot be changed: orders have used this coupon.' : undefined
  return (
    <div className={styles.fields}>
      <TextField
        label="Code"
        required
        readOnly={isFixed}
        maxLength={40}
        autoComplete="off"
        hint={fixedHint ?? 'Not case-sensitive.'}
        {...bind('code')}
      />
      <TextField
        label="Name"
        required
        maxLength={200}
        hint="Shown to customers."
        {...bind('name')}
      />
      <SelectField
        label="Discount"
        required
        disabled={isFixed}
        {...(fixedHint && { hint: fixedHint })}
        {...bind('discountType')}
      >
        <option value="PERCENTAGE">Percentage</option>
        <option value="FIXED_AMOUNT">Fixed amount</option>
      </SelectField>
      <TextField
        label={values.discountType === 'FIXED_AMOUNT' ? 'Amount ($)' : 'Percentage'}
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        required
        {...bind('discountValue')}
      />
      <TextField
        label="Minimum spend ($)"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        required
        hint="0 for no minimum."
        {...bind('minimumAmount')}
      />
      <Checkbox
        label="Shown to every customer who can use it"
        hint="Otherwise customers need the code."
        checked={values.isListed}
        onChange={({ target }) => onChange({ isListed: target.checked })}
      />
      <InstantField
        label="Starts"
        value={values.validFrom}
        hint={`${zoneName()}. Empty: starts at once.`}
        error={errors.validFrom}
        onChange={(validFrom) => onChange({ validFrom })}
      />
      <InstantField
        label="Ends"
        value={values.validUntil}
        hint={`${zoneName()}. Empty: no end.`}
        error={errors.validUntil}
        onChange={(validUntil) => onChange({ validUntil })}
      />
      <TextField
        label="Total limit"
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        hint="Empty: no limit."
        {...bind('totalLimit')}
      />
      <TextField
        label="Limit per customer"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        hint="Empty: no limit."
        {...bind('customerLimit')}
      />
    </div>
  )
}
