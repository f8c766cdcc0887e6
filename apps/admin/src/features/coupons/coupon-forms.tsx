import type { StaffCoupon } from '@solvane/contract/coupons-admin'
import {
  BooleanInput,
  Create,
  DateTimeInput,
  Edit,
  FormDataConsumer,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { zoneName } from '../../parts/moment.tsx'
import styles from './coupon-forms.module.css'

const kinds = [
  { id: 'PERCENTAGE', name: 'A part of the goods, in percent' },
  { id: 'FIXED_AMOUNT', name: 'A fixed amount, in dollars' },
]

const ofAmounts = [required(), minValue(0.01), maxValue(999_999.99)]
const ofPercents = [required(), minValue(0.01), maxValue(100)]

const fresh = { discountType: 'PERCENTAGE', isListed: true, minimumAmount: 0 }

/** /coupons/create: a new coupon. */
export function CouponCreate() {
  return (
    <Create title="New coupon" redirect="show">
      <SimpleForm defaultValues={fresh}>
        <CouponFields />
      </SimpleForm>
    </Create>
  )
}

/** /coupons/:id: edits a coupon; who edits what another has edited meanwhile is told so. */
export function CouponEdit() {
  return (
    <Edit title="Edit coupon" redirect="show" mutationMode="pessimistic">
      <SimpleForm>
        <CouponFields />
      </SimpleForm>
    </Edit>
  )
}

function CouponFields() {
  const coupon = useRecordContext<StaffCoupon>()
  const isFixed = coupon?.wasRedeemed ?? false
  const kept = isFixed ? 'Orders have had it: this stays as it is.' : undefined
  const zone = `In ${zoneName()}.`
  return (
    <div className={styles.fields}>
      <TextInput
        source="code"
        label="Code"
        disabled={isFixed}
        helperText={kept ?? 'As it is typed; capitals and small letters count the same.'}
        validate={[required(), maxLength(40)]}
      />
      <TextInput
        source="name"
        label="Name, as customers see it"
        validate={[required(), maxLength(200)]}
      />
      <SelectInput
        source="discountType"
        label="Takes off"
        choices={kinds}
        disabled={isFixed}
        helperText={kept}
        validate={required()}
      />
      <FormDataConsumer>
        {({ formData: { discountType } }) => (
          <NumberInput
            source="discountValue"
            label={discountType === 'FIXED_AMOUNT' ? 'Dollars' : 'Percent'}
            min={0.01}
            step={0.01}
            validate={discountType === 'FIXED_AMOUNT' ? ofAmounts : ofPercents}
          />
        )}
      </FormDataConsumer>
      <NumberInput
        source="minimumAmount"
        label="Goods from (dollars)"
        min={0}
        step={0.01}
        helperText="0 for any amount."
        validate={minValue(0)}
      />
      <BooleanInput
        source="isListed"
        label="Shown to every customer who can use it"
        helperText="Else only to whom the code is told."
      />
      <DateTimeInput source="validFrom" label="Begins" helperText={`${zone} Empty: at once.`} />
      <DateTimeInput source="validUntil" label="Ends" helperText={`${zone} Empty: never.`} />
      <NumberInput
        source="totalLimit"
        label="Uses in all"
        min={0}
        step={1}
        helperText="Empty: any number."
        validate={minValue(0)}
      />
      <NumberInput
        source="customerLimit"
        label="Uses a customer"
        min={1}
        step={1}
        helperText="Empty: any number."
        validate={minValue(1)}
      />
    </div>
  )
}
