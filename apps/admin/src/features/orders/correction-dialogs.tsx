import type { StaffOrder } from '@solvane/contract/orders.admin'
import { SelectField, TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'
import { variantTitle } from '../../parts/words.tsx'
import type { OrderPanelProps } from './order-panels.tsx'
import { linesToSend } from './order-words.tsx'

export interface StepProps extends OrderPanelProps {
  onClose: () => void
}

/** Reads the order again after a step. */
export function after(
  onChange: OrderPanelProps['onChange'],
  work: Promise<unknown>,
): Promise<unknown> {
  // A rejected step may mean that the order has changed.
  return work.finally(onChange)
}

export const carriers = ['DHL Express', 'FedEx', 'UPS', 'USPS', 'La Poste']

/** The tracking in the fields of a form. */
export function trackingOf(value: FormValue) {
  return {
    carrier: value('carrier'),
    trackingNumber: value('trackingNumber'),
    trackingUrl: value('trackingUrl') || null,
  }
}

interface TrackingFieldsProps {
  errorOf: (name: string) => string | undefined
  tracking?: Pick<StaffOrder['parcels'][number], 'carrier' | 'number' | 'url'> | null
}

/** The fields of a tracking number. */
export function TrackingFields({ errorOf, tracking }: TrackingFieldsProps) {
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        defaultValue={tracking?.carrier ?? ''}
        required
        maxLength={100}
        list="carriers"
        autoComplete="off"
        error={errorOf('carrier')}
      />
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <TextField
        label="Tracking number"
        name="trackingNumber"
        defaultValue={tracking?.number ?? ''}
        required
        maxLength={100}
        autoComplete="off"
        error={errorOf('trackingNumber')}
      />
      <TextField
        label="Tracking link"
        name="trackingUrl"
        defaultValue={tracking?.url ?? ''}
        type="url"
        pattern="https://.*"
        placeholder="https://"
        maxLength={500}
        autoComplete="off"
        error={errorOf('trackingUrl')}
      />
    </>
  )
}

/** The value when the dialog opened: the page reads the order again while it is open. */
export function useFirst<Value>(value: Value): Value {
  return useState(value)[0]
}

/** Sends a part of an order as a parcel; with the last items the order is shipped. */
export function SendParcelDialog({ order, onChange, onClose }: StepProps) {
  const first = useFirst(order)
  const { id, orderNumber } = first
  const unsent = linesToSend(first)
  return (
    <ActionDialog
      title={`Send a part of ${orderNumber}`}
      description="The customer gets an e-mail with what is in the parcel. With the last items the order is shipped."
      submit="Send parcel"
      done="Parcel sent."
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('sendParcel', {
            params: { orderId: id },
            body: {
              ...trackingOf(value),
              version: first.version,
              items: unsent
                .map(({ variantId }) => ({ variantId, quantity: Number(value(variantId)) }))
                .filter(({ quantity }) => quantity > 0),
            },
          }),
        )
      }
    >
      {(errorOf) => (
        <>
          {unsent.map((line) => (
            <TextField
              key={line.variantId}
              label={variantTitle(line)}
              name={line.variantId}
              type="number"
              min={0}
              max={line.left}
              defaultValue={0}
              required
              hint={
                line.sent > 0
                  ? `${line.left} of ${line.quantity} left to send`
                  : `${line.left} to send`
              }
            />
          ))}
          <TrackingFields errorOf={errorOf} />
        </>
      )}
    </ActionDialog>
  )
}

/** Corrects the tracking number of a parcel. */
export function CorrectTrackingDialog({ order, onChange, onClose }: StepProps) {
  const { id, version, orderNumber, parcels } = useFirst(order)
  const [chosen, setChosen] = useState(parcels.length - 1)
  const parcel = parcels[chosen]
  return (
    <ActionDialog
      title={`Correct tracking of ${orderNumber}`}
      description="The customer gets an e-mail with the new number."
      submit="Save"
      done="Tracking corrected."
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('correctTracking', {
            params: { orderId: id },
            body: { version, parcelId: parcel?.id ?? null, ...trackingOf(value) },
          }),
        )
      }
    >
      {(errorOf) => (
        <>
          {parcels.length > 1 && (
            <SelectField
              label="Parcel"
              required
              value={chosen}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {parcels.map(({ id, carrier, number }, at) => (
                <option key={id ?? 'last'} value={at}>
                  {`${at + 1}: ${carrier}, ${number}`}
                </option>
              ))}
            </SelectField>
          )}
          <TrackingFields key={chosen} errorOf={errorOf} tracking={parcel ?? null} />
        </>
      )}
    </ActionDialog>
  )
}

/** The fields of an address, with their labels. */
export const contactFields = [
  ['fullName', 'Full name'],
  ['phoneNumber', 'Phone number'],
  ['streetAddress', 'Street address'],
  ['addressLine2', 'Apartment, suite'],
  ['city', 'City'],
  ['state', 'State or province'],
  ['postalCode', 'Postal code'],
  ['country', 'Country'],
] as const

/** Those of them that an address may lack. */
export const optionalContact: readonly string[] = ['addressLine2', 'state', 'postalCode']

/** Corrects the address or e-mail of an order. */
export function CorrectContactDialog({ order, onChange, onClose }: StepProps) {
  const { id, version, orderNumber, email, address } = useFirst(order)
  return (
    <ActionDialog
      title={`Correct ${orderNumber}`}
      description="The customer gets an e-mail that the details were corrected."
      submit="Save"
      done="Details corrected."
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('correctOrderContact', {
            params: { orderId: id },
            body: {
              version,
              email: value('email'),
              address: {
                fullName: value('fullName'),
                phoneNumber: value('phoneNumber'),
                streetAddress: value('streetAddress'),
                addressLine2: value('addressLine2'),
                city: value('city'),
                state: value('state'),
                postalCode: value('postalCode'),
                country: value('country'),
              },
            },
          }),
        )
      }
    >
      {(errorOf) => (
        <>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            required
            defaultValue={email ?? ''}
            error={errorOf('email')}
          />
          {contactFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              required={!optionalContact.includes(name)}
              autoComplete="off"
              defaultValue={address[name] ?? ''}
              error={errorOf(`address.${name}`)}
            />
          ))}
        </>
      )}
    </ActionDialog>
  )
}
