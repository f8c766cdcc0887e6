import { Checkbox } from '@solvane/ui/checkbox'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import {
  type DeliveryValues,
  deliverySource,
  type MethodValues,
  newMethod,
  newZone,
  type ZoneValues,
} from './delivery-values.ts'
import { DocumentPage, PlaceholderHint } from './document-page.tsx'
import type { DocumentForm } from './use-document.ts'

/** The days of the week as staff read them; 0 is Sunday. */
const week = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const

/** /delivery: zones with their methods, the days of preparation, holidays, and the default text. */
export function DeliveryPage() {
  return (
    <DocumentPage title="Delivery" source={deliverySource} shownAt="/shipping">
      {(form) => (
        <>
          <Panel title="Zones">
            <p className={styles.hint}>
              The first zone that fits an address applies. The first method of the zone for all
              other countries is the one that the shop’s texts name. New orders have changes at
              once.
            </p>
            <OrderedList
              label="Zones"
              what="Zone"
              items={form.values.zones}
              onChange={(zones) => form.update({ zones })}
              least={1}
              most={50}
              make={newZone}
              summary={({ name }) => name || 'New zone'}
            >
              {(zone, at, change) => (
                <ZoneFields zone={zone} field={`zones.${at}`} form={form} onChange={change} />
              )}
            </OrderedList>
            {form.errorOf('zones') && (
              <p className={styles.error} role="alert">
                {form.errorOf('zones')}
              </p>
            )}
          </Panel>
          <Preparation {...form} />
          <Holidays {...form} />
          <Panel title="Delivery text of products">
            <PlaceholderHint />
            <TextAreaField
              label="Default text, for products without their own"
              required
              rows={8}
              value={form.values.defaultDeliveryText}
              onChange={({ target }) => form.update({ defaultDeliveryText: target.value })}
              error={form.errorWithin('defaultDeliveryText')}
            />
          </Panel>
        </>
      )}
    </DocumentPage>
  )
}

interface ZoneFieldsProps {
  zone: ZoneValues
  field: string
  form: DocumentForm<DeliveryValues>
  onChange: (part: Partial<ZoneValues>) => void
}

function ZoneFields({ zone, field, form, onChange }: ZoneFieldsProps) {
  return (
    <>
      <TextField
        label="Name of the zone"
        required
        maxLength={60}
        hint="For staff."
        value={zone.name}
        onChange={({ target }) => onChange({ name: target.value })}
        error={form.errorOf(`${field}.name`) ?? form.errorOf(field)}
      />
      <div className={styles.columns}>
        <TextAreaField
          label="Countries"
          rows={3}
          hint="Names or codes, separated by commas. Empty: all other countries."
          value={zone.countries}
          onChange={({ target }) => onChange({ countries: target.value })}
          error={form.errorWithin(`${field}.countries`)}
        />
        <TextAreaField
          label="Postcodes"
          rows={3}
          hint="Only these, separated by commas; SW1* for all that begin so. Empty: all."
          value={zone.postcodes}
          onChange={({ target }) => onChange({ postcodes: target.value })}
          error={form.errorWithin(`${field}.postcodes`)}
        />
      </div>
      <OrderedList
        label={`Methods of ${zone.name || 'the new zone'}`}
        what="Method"
        items={zone.methods}
        onChange={(methods) => onChange({ methods })}
        least={1}
        most={6}
        make={newMethod}
        summary={({ name }) => name || 'New method'}
      >
        {(method, at, change) => (
          <MethodFields
            method={method}
            errorOf={(name) =>
              form.errorOf([`${field}.methods.${at}`, name].filter(Boolean).join('.'))
            }
            onChange={change}
          />
        )}
      </OrderedList>
    </>
  )
}

interface MethodFieldsProps {
  method: MethodValues
  /** The error of a field of the method; with an empty name that of the whole. */
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<MethodValues>) => void
}

function MethodFields({ method, errorOf, onChange }: MethodFieldsProps) {
  const field = (
    name: Exclude<keyof MethodValues, 'id' | 'key'>,
    label: string,
    rest: { hint?: string; required?: boolean; inputMode?: 'decimal'; maxLength?: number } = {},
  ) => (
    <TextField
      label={label}
      maxLength={20}
      value={method[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      error={errorOf(name)}
      {...rest}
    />
  )
  return (
    <>
      <TextField
        label="Name of the method"
        required
        maxLength={60}
        hint="Shoppers see it in the checkout, in e-mails and on their order."
        value={method.name}
        onChange={({ target }) => onChange({ name: target.value })}
        error={errorOf('name') ?? errorOf('')}
      />
      <div className={styles.columns}>
        {field('fee', 'Shipping fee ($)', {
          hint: 'Per order.',
          required: true,
          inputMode: 'decimal',
        })}
        {field('freeFrom', 'Free shipping from ($)', {
          hint: 'Minimum order value. Empty: never free.',
          inputMode: 'decimal',
        })}
        {field('transitDays', 'In transit (business days)', {
          hint: 'For example 3 or 2–4.',
          required: true,
        })}
        {field('totalDays', 'Total (business days)', {
          hint: 'Preparation included. Empty: both added up.',
        })}
      </div>
    </>
  )
}

function Preparation({ values, update, errorOf, errorWithin }: DocumentForm<DeliveryValues>) {
  const workingDaysError = errorWithin('workingDays')
  return (
    <Panel title="Preparation">
      <div className={styles.columns}>
        <TextField
          label="Preparation (business days)"
          required
          maxLength={20}
          hint="For example 3 or 2–4."
          value={values.preparationDays}
          onChange={({ target }) => update({ preparationDays: target.value })}
          error={errorOf('preparationDays')}
        />
        <TextField
          label="Cut-off time"
          type="time"
          required
          hint="Orders placed by then count from the same day, in the shop’s time zone."
          value={values.cutOff}
          onChange={({ target }) => update({ cutOff: target.value })}
          error={errorOf('cutOff')}
        />
      </div>
      <fieldset className={styles.choices}>
        <legend>Working days</legend>
        {week.map(([day, name]) => (
          <Checkbox
            key={day}
            label={name}
            checked={values.workingDays.includes(day)}
            onChange={({ target }) =>
              update({
                workingDays: week
                  .map(([other]) => other)
                  .filter((other) =>
                    other === day ? target.checked : values.workingDays.includes(other),
                  ),
              })
            }
          />
        ))}
        {workingDaysError && (
          <p className={styles.error} role="alert">
            {workingDaysError}
          </p>
        )}
      </fieldset>
    </Panel>
  )
}

function Holidays({ values, update, errorOf }: DocumentForm<DeliveryValues>) {
  return (
    <Panel title="Holidays">
      <p className={styles.hint}>
        On these days nothing is prepared or carried; the promised days leave them out.
      </p>
      <OrderedList
        label="Holidays"
        what="Holiday"
        items={values.holidays}
        onChange={(holidays) => update({ holidays })}
        most={200}
        make={() => keyed({ date: '', name: '' })}
        summary={({ name }) => name || 'New holiday'}
      >
        {(holiday, at, change) => (
          <div className={styles.columns}>
            <TextField
              label="Day"
              type="date"
              required
              value={holiday.date}
              onChange={({ target }) => change({ date: target.value })}
              error={errorOf(`holidays.${at}.date`) ?? errorOf(`holidays.${at}`)}
            />
            <TextField
              label="Name"
              required
              maxLength={60}
              value={holiday.name}
              onChange={({ target }) => change({ name: target.value })}
              error={errorOf(`holidays.${at}.name`)}
            />
          </div>
        )}
      </OrderedList>
    </Panel>
  )
}
