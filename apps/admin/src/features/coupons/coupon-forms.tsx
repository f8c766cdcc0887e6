import { isApiFailure } from '@solvane/client/api'
import type { CouponInput, StaffCoupon } from '@solvane/contract/coupons.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { SelectField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { useUnsavedWarning } from '../../parts/form.tsx'
import { InstantField, zoneName } from '../../parts/moment.tsx'
import { PendingRecord } from '../../parts/panel.tsx'
import styles from './coupon-forms.module.css'
import { type CouponValues, newCoupon, readValues, toValues, useCoupon } from './coupon-values.ts'

/** /coupons/create: a new coupon. */
export function CouponCreate() {
  return (
    <>
      <Title title="New coupon" />
      <CouponForm
        first={newCoupon}
        isFixed={false}
        back="/coupons"
        save={async (body) => (await api.call('createCoupon', { body })).data}
      />
    </>
  )
}

/** /coupons/:id/edit: edits a coupon; a conflict is reported on save. */
export function CouponEdit() {
  const { id: couponId = '' } = useParams()
  // The form is not refreshed while it is edited.
  const { data, error, refetch } = useCoupon(couponId, { isKept: true })
  if (!data)
    return (
      <>
        <Title title="Edit coupon" />
        <PendingRecord
          title="This coupon cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      </>
    )
  const { version } = data
  return (
    <>
      <Title title={`Edit ${data.code}`} />
      <CouponForm
        key={version}
        first={toValues(data)}
        isFixed={data.wasRedeemed}
        back={`/coupons/${couponId}`}
        save={async (input) =>
          (await api.call('updateCoupon', { params: { couponId }, body: { ...input, version } }))
            .data
        }
      />
    </>
  )
}

interface CouponFormProps {
  /** The initial values. */
  first: CouponValues
  /** Whether orders have used it: code and discount type are fixed. */
  isFixed: boolean
  /** The page that Cancel leads to. */
  back: string
  save: (input: CouponInput) => Promise<StaffCoupon>
}

function CouponForm({ first, isFixed, back, save }: CouponFormProps) {
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  const navigate = useNavigate()
  useUnsavedWarning(values !== first && savedId === null)
  // Navigates after the render that clears the unsaved-changes warning. Back does not lead to the form again.
  useEffect(() => {
    if (savedId) navigate(`/coupons/${savedId}`, { replace: true })
  }, [savedId, navigate])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const read = readValues(values)
    setFailure(undefined)
    setErrors('errors' in read ? read.errors : {})
    if ('errors' in read || isSaving) return
    setIsSaving(true)
    try {
      const { id, code } = await save(read.input)
      showToast(`${code} saved.`)
      setSavedId(id)
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <CouponFields
        values={values}
        isFixed={isFixed}
        errors={errors}
        onChange={(part) => setValues({ ...values, ...part })}
      />
      <div className={styles.actions}>
        <Button type="submit" isBusy={isSaving}>
          Save
        </Button>
        <Link className={buttonClass('link')} to={back}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

interface CouponFieldsProps {
  values: CouponValues
  /** Whether orders have used it: code and discount type are fixed. */
  isFixed: boolean
  /** Errors by field. */
  errors: Record<string, string>
  onChange: (part: Partial<CouponValues>) => void
}

/** The fields of a coupon. */
function CouponFields({ values, isFixed, errors, onChange }: CouponFieldsProps) {
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
