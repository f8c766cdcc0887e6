import { isApiFailure } from '@solvane/client/api'
import type { CouponInput, StaffCoupon } from '@solvane/contract/coupons.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import { useUnsavedWarning } from '../../parts/unsaved-warning.ts'
import { CouponFields } from './coupon-fields.tsx'
import styles from './coupon-forms.module.css'
import { type CouponValues, newCoupon, readValues, toValues } from './coupon-values.ts'
import { useCoupon } from './use-coupon.ts'

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
  if (error && !data)
    return (
      <Unavailable title="This coupon cannot be shown" error={error} onRetry={() => refetch()} />
    )
  if (!data) return <Skeleton shape="title" width="half" />
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
  /** Where Cancel leads. */
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
  // Navigates after the render that clears the unsaved-changes warning.
  useEffect(() => {
    if (savedId) navigate(`/coupons/${savedId}`)
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
