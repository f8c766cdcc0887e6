import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { paymentMethods } from '@solvane/contract/payment-methods'
import { Checkbox } from '@solvane/ui/choice'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { bindFields, readAmount } from '../../parts/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import { setShopZone, zoneOptions } from '../../parts/shop-zone.ts'
import { methodName } from '../../parts/words.tsx'
import styles from './content.module.css'
import { DocumentPage, type DocumentSource } from './document-page.tsx'

type Availability = EndpointOutput<'getAvailability'>['data']['document']

const availabilitySource: DocumentSource<Availability, Availability, Availability> = {
  name: 'availability',
  load: () => api.call('getAvailability', {}),
  save: (body) => api.call('saveAvailability', { body }),
  toValues: (availability) => availability,
  toDraft: (values) => values,
}

/** The payment methods that are open, and that the shop has no keys for. */
async function readWithoutKeys() {
  const [{ data: offered }, { data: saved }] = await Promise.all([
    api.call('listPaymentMethods', {}),
    api.call('getAvailability', {}),
  ])
  return paymentMethods.filter(
    (method) =>
      !offered.methods.includes(method) && !saved.document.closedPaymentMethods.includes(method),
  )
}

/** /availability: the parts of the shop that are open to shoppers. */
export function AvailabilityPage() {
  const { data: withoutKeys = [] } = useQuery({
    queryKey: ['methods-without-keys'],
    queryFn: readWithoutKeys,
  })
  return (
    <DocumentPage title="Availability" source={availabilitySource}>
      {({ values, update }) => (
        <>
          <Panel title="Shop">
            <Checkbox
              label="Shoppers can order and change things"
              checked={!values.isReadOnly}
              hint="Otherwise they can only look around, and every page says so. Staff go on working, and payments under way are completed."
              onChange={({ target }) => update({ isReadOnly: !target.checked })}
            />
          </Panel>
          <Panel title="Payment methods">
            {paymentMethods.map((method) => (
              <Checkbox
                key={method}
                label={methodName(method)}
                hint={
                  withoutKeys.includes(method) ? 'Not offered: its keys are not set.' : undefined
                }
                checked={!values.closedPaymentMethods.includes(method)}
                onChange={({ target }) =>
                  update({
                    closedPaymentMethods: paymentMethods.filter((other) =>
                      other === method
                        ? !target.checked
                        : values.closedPaymentMethods.includes(other),
                    ),
                  })
                }
              />
            ))}
          </Panel>
          <Panel title="Support chat">
            <Checkbox
              label="Shoppers can write to us in the chat"
              checked={!values.isChatClosed}
              hint="Otherwise its button is hidden, and its links lead to the contact address."
              onChange={({ target }) => update({ isChatClosed: !target.checked })}
            />
          </Panel>
        </>
      )}
    </DocumentPage>
  )
}

type Gifts = EndpointOutput<'getGiftsDraft'>['data']['document']
type GiftsDraft = EndpointInput<'saveGifts'>['body']['document']

/** As they are typed. */
interface GiftsValues {
  isOffered: boolean
  wrapFee: string
}

const giftsSource: DocumentSource<Gifts, GiftsDraft, GiftsValues> = {
  name: 'gifts',
  load: () => api.call('getGiftsDraft', {}),
  save: (body) => api.call('saveGifts', { body }),
  toValues: ({ isOffered, wrapFee }) => ({ isOffered, wrapFee: String(wrapFee) }),
  toDraft: ({ isOffered, wrapFee }) => ({ isOffered, wrapFee: readAmount(wrapFee) }),
}

/** /gifts: whether orders can be gifts, and the price of wrapping. */
export function GiftsPage() {
  return (
    <DocumentPage title="Gifts" source={giftsSource}>
      {({ values, update, errorOf }) => (
        <Panel title="Gifts">
          <Checkbox
            label="Shoppers can order gifts"
            checked={values.isOffered}
            hint="With wrapping, a card and hidden prices, chosen in the checkout. Gifts that were ordered stay gifts."
            onChange={({ target }) => update({ isOffered: target.checked })}
          />
          <TextField
            label="Gift wrapping, in dollars"
            inputMode="decimal"
            required
            value={values.wrapFee}
            hint="An order; it is never discounted."
            error={errorOf('wrapFee')}
            onChange={({ target }) => update({ wrapFee: target.value })}
          />
        </Panel>
      )}
    </DocumentPage>
  )
}

type Invoicing = EndpointOutput<'getInvoicing'>['data']['document']
type InvoicingDraft = EndpointInput<'saveInvoicing'>['body']['document']

const invoicingSource: DocumentSource<Invoicing, InvoicingDraft, Invoicing> = {
  name: 'invoicing',
  load: () => api.call('getInvoicing', {}),
  save: (body) => api.call('saveInvoicing', { body }),
  toValues: (invoicing) => invoicing,
  toDraft: (values) => values,
}

/** /invoicing: the seller, and the numbering of invoices. */
export function InvoicingPage() {
  return (
    <DocumentPage title="Invoicing" source={invoicingSource}>
      {({ values, update, errorOf }) => {
        const bind = bindFields<keyof Invoicing>(values, update, errorOf)
        return (
          <>
            <Panel title="Seller">
              <p className={styles.hint}>
                Stands on each invoice and credit note. A document keeps what was valid when it was
                issued.
              </p>
              <TextField label="Name" required maxLength={120} {...bind('name')} />
              <TextAreaField label="Address" rows={4} maxLength={400} {...bind('address')} />
              <TextField label="Tax number" maxLength={40} {...bind('taxNumber')} />
              <TextField
                label="Registration"
                maxLength={200}
                hint="Register and number, or what else the law asks for."
                {...bind('registration')}
              />
            </Panel>
            <Panel title="Numbers">
              <p className={styles.hint}>
                Each series begins with 1 in each year and has no gaps. Another prefix begins
                another series.
              </p>
              <TextField
                label="Prefix of invoices"
                required
                maxLength={8}
                hint={`The first of a year is ${values.invoicePrefix}-${new Date().getFullYear()}-000001.`}
                {...bind('invoicePrefix')}
              />
              <TextField
                label="Prefix of credit notes"
                required
                maxLength={8}
                {...bind('creditNotePrefix')}
              />
            </Panel>
          </>
        )
      }}
    </DocumentPage>
  )
}

type Settings = EndpointOutput<'getSettingsDraft'>['data']['document']
type SettingsDraft = EndpointInput<'saveSettings'>['body']['document']

const timeZoneSource: DocumentSource<Settings, SettingsDraft, Settings> = {
  name: 'time-zone',
  load: () => api.call('getSettingsDraft', {}),
  async save(body) {
    const saved = await api.call('saveSettings', { body })
    setShopZone(saved.data.document.timeZone)
    return saved
  },
  toValues: (settings) => settings,
  toDraft: (values) => values,
}

/** /time-zone: the shop's time zone. */
export function TimeZonePage() {
  return (
    <DocumentPage title="Time zone" source={timeZoneSource}>
      {({ values, update, errorOf }) => (
        <Panel title="Time zone of the shop">
          <SelectField
            label="Time zone"
            required
            value={values.timeZone}
            hint="Lists, filters, reports and sale dates use it. Office hours have their own."
            error={errorOf('timeZone')}
            onChange={({ target }) => update({ timeZone: target.value })}
          >
            {zoneOptions(values.timeZone).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
        </Panel>
      )}
    </DocumentPage>
  )
}
