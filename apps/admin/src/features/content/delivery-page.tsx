import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { readAmount } from '../../parts/read-amount.ts'
import styles from './content.module.css'
import { DocumentPage, PlaceholderHint } from './document-page.tsx'
import { joinParagraphs, splitParagraphs } from './page-values.ts'
import type { DocumentSource } from './use-document.ts'

type Settings = EndpointOutput<'getSettingsDraft'>['data']['document']
type Draft = EndpointInput<'saveSettings'>['body']['document']
type Values = Record<keyof Settings, string>

const source: DocumentSource<Settings, Draft, Values> = {
  name: 'settings',
  load: () => api.call('getSettingsDraft', {}),
  save: (body) => api.call('saveSettings', { body }),
  toValues: ({ shippingFee, freeShippingFrom, defaultDeliveryText, ...days }) => ({
    ...days,
    shippingFee: shippingFee.toFixed(2),
    freeShippingFrom: freeShippingFrom.toFixed(2),
    defaultDeliveryText: joinParagraphs(defaultDeliveryText),
  }),
  toDraft: ({ shippingFee, freeShippingFrom, defaultDeliveryText, ...days }) => ({
    ...days,
    // The server rejects an invalid amount at its field.
    shippingFee: readAmount(shippingFee),
    freeShippingFrom: readAmount(freeShippingFrom),
    defaultDeliveryText: splitParagraphs(defaultDeliveryText),
  }),
}

/** /delivery: shipping cost and times, and the default delivery text of products. */
export function DeliveryPage() {
  return (
    <DocumentPage title="Delivery" source={source} shownAt="/shipping">
      {({ values, update, errorOf, errorWithin }) => {
        const field = (name: keyof Values, label: string, hint?: string) => (
          <TextField
            label={label}
            required
            inputMode={
              name === 'shippingFee' || name === 'freeShippingFrom' ? 'decimal' : undefined
            }
            maxLength={20}
            value={values[name]}
            onChange={({ target }) => update({ [name]: target.value })}
            error={errorOf(name)}
            {...(hint && { hint })}
          />
        )
        return (
          <>
            <Panel title="Cost">
              <div className={styles.columns}>
                {field(
                  'shippingFee',
                  'Shipping fee ($)',
                  'Per order. Applies to new orders at once.',
                )}
                {field('freeShippingFrom', 'Free shipping from ($)', 'Minimum order value.')}
              </div>
            </Panel>
            <Panel title="Business days">
              <div className={styles.days}>
                {field('preparationDays', 'Preparation', 'For example 3 or 2–4.')}
                {field('transitDays', 'In transit')}
                {field('totalDays', 'Total')}
              </div>
            </Panel>
            <Panel title="Delivery text of products">
              <PlaceholderHint />
              <TextAreaField
                label="Default text, for products without their own"
                required
                rows={8}
                value={values.defaultDeliveryText}
                onChange={({ target }) => update({ defaultDeliveryText: target.value })}
                error={errorWithin('defaultDeliveryText')}
              />
            </Panel>
          </>
        )
      }}
    </DocumentPage>
  )
}
