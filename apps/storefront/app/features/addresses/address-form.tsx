import {
  type AddressInput,
  countriesWithoutPostalCode,
  countriesWithState,
} from '@solvane/contract/addresses'
import { countries } from '@solvane/contract/countries'
import { Checkbox } from '@solvane/ui/choice'
import { SelectField, TextField } from '@solvane/ui/field'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { notDelivered, useIsDelivered } from '../../lib/api/delivery.ts'
import { type FormOfShopper, keptInput, useKeptInput } from '../../lib/session/kept-input.ts'
import styles from './address-form.module.css'
import {
  type AddressFormValues,
  checkAddress,
  emptyAddress,
  stateLabel,
  tidyPhone,
} from './address-form-values.ts'

interface AddressFormProps {
  /** The initial values; when they change, they replace the typed ones. */
  values: AddressFormValues
  /** The default form has no name of its own; it is named 'default'. */
  hasTitle?: boolean
  /** Whether it can be made the default address here. */
  hasDefaultChoice?: boolean
  /**
   * Whether it warns that the shop does not deliver to the address, for which it requests the
   * delivery methods.
   */
  asksDelivery?: boolean
  /** The form whose input outlives the end of the session; see `useKeptInput`. */
  keptAs?: FormOfShopper | null
  onSave: (address: AddressInput) => void
  /** The content under the fields: the failure, and the button that submits. */
  children: ReactNode
}

/** The fields of an address. What is required depends on the country. */
export function AddressForm(props: AddressFormProps) {
  const { values, hasTitle = false, hasDefaultChoice = false, asksDelivery = true } = props
  const { keptAs = null, onSave, children } = props
  const section = useId()
  const form = useForm<AddressFormValues, unknown, AddressInput>({
    mode: 'onTouched',
    values,
    resolver: (filled) => {
      const { address, errors } = checkAddress(filled)
      return address ? { values: address, errors: {} } : { values: {}, errors }
    },
  })
  const { register, handleSubmit, watch, getValues, setValue, reset, formState } = form
  const { isDirty } = formState
  const [kept] = useState(() => keptAs && keptInput<AddressFormValues>(keptAs))
  useEffect(() => {
    if (kept) reset(kept, { keepDefaultValues: true })
  }, [kept, reset])
  useKeptInput(keptAs, () => (isDirty ? getValues() : null))
  const country = watch('country')
  const isDelivered = useIsDelivered(asksDelivery ? country : '', watch('postalCode'))
  const messageOf = (field: keyof AddressFormValues) => formState.errors[field]?.message

  function tidyTypedPhone() {
    const [phoneCountry, number] = getValues(['phoneRegion', 'phoneNumber'])
    const tidy = tidyPhone({ country: phoneCountry, number })
    if (tidy.number !== number) setValue('phoneNumber', tidy.number)
    if (tidy.country !== phoneCountry)
      setValue('phoneRegion', tidy.country, { shouldValidate: true })
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit((address) => onSave(address))}>
      <div className={styles.fields}>
        {hasTitle && (
          <TextField
            {...register('title')}
            label="Address name"
            hint="For example, Home"
            maxLength={100}
            required
            error={messageOf('title')}
            className={styles.wide}
          />
        )}
        <TextField
          {...register('fullName')}
          label="Full name"
          autoComplete={`section-${section} name`}
          maxLength={200}
          required
          error={messageOf('fullName')}
          className={styles.wide}
        />
        <SelectField
          {...register('phoneRegion', { deps: 'phoneNumber' })}
          label="Phone prefix"
          autoComplete={`section-${section} tel-country-code`}
          required
          error={messageOf('phoneRegion')}
        >
          <option value="">Choose</option>
          {countries.map(({ code, name, dialingCode }) => (
            <option key={code} value={code}>
              {name} {dialingCode}
            </option>
          ))}
        </SelectField>
        <TextField
          {...register('phoneNumber', { onBlur: tidyTypedPhone })}
          label="Phone number"
          type="tel"
          autoComplete={`section-${section} tel-national`}
          required
          error={messageOf('phoneNumber')}
        />
        <SelectField
          {...register('country', { deps: ['postalCode', 'state'] })}
          label="Country"
          autoComplete={`section-${section} country`}
          required
          error={messageOf('country')}
          hint={isDelivered ? undefined : notDelivered}
          className={styles.wide}
        >
          <option value="">Choose</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...register('streetAddress')}
          label="Street address"
          autoComplete={`section-${section} address-line1`}
          maxLength={300}
          required
          error={messageOf('streetAddress')}
          className={styles.wide}
        />
        <TextField
          {...register('addressLine2')}
          label="Apartment, floor, company"
          autoComplete={`section-${section} address-line2`}
          maxLength={300}
          error={messageOf('addressLine2')}
          className={styles.wide}
        />
        <TextField
          {...register('city')}
          label="City"
          autoComplete={`section-${section} address-level2`}
          maxLength={200}
          required
          error={messageOf('city')}
        />
        <TextField
          {...register('postalCode')}
          label="Postal code"
          autoComplete={`section-${section} postal-code`}
          maxLength={20}
          required={!countriesWithoutPostalCode.has(country)}
          error={messageOf('postalCode')}
        />
        <TextField
          {...register('state')}
          label={stateLabel(country)}
          autoComplete={`section-${section} address-level1`}
          maxLength={100}
          required={countriesWithState.has(country)}
          error={messageOf('state')}
          className={styles.wide}
        />
      </div>
      {hasDefaultChoice && (
        <Checkbox {...register('isDefault')} label="Use as my default address" />
      )}
      {children}
    </form>
  )
}

interface UnnamedAddressFormProps {
  onSave: (address: Omit<AddressInput, 'title' | 'phoneRegion' | 'isDefault'>) => void
  children: ReactNode
}

/** The fields of an address that is used once and not stored in the address book. */
export function UnnamedAddressForm({ onSave, children }: UnnamedAddressFormProps) {
  const [values] = useState(() => emptyAddress('', 'Gift'))
  return (
    <AddressForm
      values={values}
      asksDelivery={false}
      onSave={({ title: _title, phoneRegion: _region, isDefault: _isDefault, ...address }) =>
        onSave(address)
      }
    >
      {children}
    </AddressForm>
  )
}
