import { Checkbox } from '@solvane/ui/choice'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { bindFields } from '../../parts/form.tsx'
import { keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import {
  type DeliveryValues,
  deliverySource,
  type MethodValues,
  newMethod,
  newZone,
  WeightBands,
  type ZoneValues,
} from './delivery-form.tsx'
import { type DocumentForm, DocumentPage, PlaceholderHint } from './document-page.tsx'

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
  const bind = bindFields<'name' | 'countries' | 'postcodes'>(zone, onChange, (name) =>
    form.errorWithin(`${field}.${name}`),
  )
  const name = bind('name')
  return (
    <div className={styles.fields}>
      <TextField
        label="Name of the zone"
        required
        maxLength={60}
        hint="For staff."
        {...name}
        error={name.error ?? form.errorOf(field)}
      />
      <div className={styles.columns}>
        <TextAreaField
          label="Countries"
          rows={3}
          hint="Names or codes, separated by commas. Empty: all other countries."
          {...bind('countries')}
        />
        <TextAreaField
          label="Postcodes"
          rows={3}
          hint="Only these, separated by commas; SW1* for all that begin so. Empty: all."
          {...bind('postcodes')}
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
            field={`${field}.methods.${at}`}
            errorOf={form.errorOf}
            onChange={change}
          />
        )}
      </OrderedList>
    </div>
  )
}

interface MethodFieldsProps extends Pick<DocumentForm<DeliveryValues>, 'errorOf'> {
  method: MethodValues
  field: string
  onChange: (part: Partial<MethodValues>) => void
}

function MethodFields({ method, field, errorOf, onChange }: MethodFieldsProps) {
  const { weightBands, ...texts } = method
  const bind = bindFields<Exclude<keyof typeof texts, 'id' | 'key'>>(texts, onChange, (name) =>
    errorOf(`${field}.${name}`),
  )
  const name = bind('name')
  return (
    <div className={styles.fields}>
      <TextField
        label="Name of the method"
        required
        maxLength={60}
        hint="Shoppers see it in the checkout, in e-mails and on their order."
        {...name}
        error={name.error ?? errorOf(field)}
      />
      <div className={styles.columns}>
        <TextField
          label="Shipping fee ($)"
          required
          maxLength={20}
          inputMode="decimal"
          hint="Per order."
          {...bind('fee')}
        />
        <TextField
          label="Free shipping from ($)"
          maxLength={20}
          inputMode="decimal"
          hint="Minimum order value. Empty: never free."
          {...bind('freeFrom')}
        />
        <TextField
          label="In transit (business days)"
          required
          maxLength={20}
          hint="For example 3 or 2–4."
          {...bind('transitDays')}
        />
        <TextField
          label="Total (business days)"
          maxLength={20}
          hint="Preparation included. Empty: both added up."
          {...bind('totalDays')}
        />
      </div>
      <WeightBands
        bands={weightBands}
        field={`${field}.weightBands`}
        errorOf={errorOf}
        onChange={(weightBands) => onChange({ weightBands })}
      />
    </div>
  )
}

function Preparation({ values, update, errorOf, errorWithin }: DocumentForm<DeliveryValues>) {
  const bind = bindFields<'preparationDays' | 'cutOff'>(values, update, errorOf)
  const workingDaysError = errorWithin('workingDays')
  return (
    <Panel title="Preparation">
      <div className={styles.fields}>
        <div className={styles.columns}>
          <TextField
            label="Preparation (business days)"
            required
            maxLength={20}
            hint="For example 3 or 2–4."
            {...bind('preparationDays')}
          />
          <TextField
            label="Cut-off time"
            type="time"
            required
            hint="Orders placed by then count from the same day, in the shop’s time zone."
            {...bind('cutOff')}
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
      </div>
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
        {(holiday, at, change) => {
          const field = `holidays.${at}`
          const bind = bindFields<'date' | 'name'>(holiday, change, (name) =>
            errorOf(`${field}.${name}`),
          )
          const date = bind('date')
          return (
            <div className={styles.columns}>
              <TextField
                label="Day"
                type="date"
                required
                {...date}
                error={date.error ?? errorOf(field)}
              />
              <TextField label="Name" required maxLength={60} {...bind('name')} />
            </div>
          )
        }}
      </OrderedList>
    </Panel>
  )
}
