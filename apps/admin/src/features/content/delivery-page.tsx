import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { readAmount } from '../../parts/read-amount.ts'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import { joinParagraphs, splitParagraphs } from './paragraphs.ts'
import { PlaceholderHint } from './placeholder-hint.tsx'
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
    // What is no amount is refused beside the field.
    shippingFee: readAmount(shippingFee),
    freeShippingFrom: readAmount(freeShippingFrom),
    defaultDeliveryText: splitParagraphs(defaultDeliveryText),
  }),
}

/** /delivery: what shipping costs, how long it takes, and what pieces say of it. */
export function DeliveryPage() {
  return (
    <DocumentPage title="Delivery" source={source} shownAt="/shipping">
      {({ values, update, wrong, wrongWithin }) => {
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
            error={wrong(name)}
            {...(hint && { hint })}
          />
        )
        return (
          <>
            <Panel title="Cost">
              <div className={styles.columns}>
                {field(
                  'shippingFee',
                  'Shipping fee, US dollars',
                  'Per order, in new orders at once.',
                )}
                {field('freeShippingFrom', 'Free from, US dollars', 'What the goods must come to.')}
              </div>
            </Panel>
            <Panel title="Business days">
              <div className={styles.days}>
                {field('preparationDays', 'Preparation', 'As 3, or 2–4.')}
                {field('transitDays', 'On the way')}
                {field('totalDays', 'In all')}
              </div>
            </Panel>
            <Panel title="What pieces say of delivery">
              <PlaceholderHint />
              <TextAreaField
                label="Text of a piece that has none of its own"
                required
                rows={8}
                value={values.defaultDeliveryText}
                onChange={({ target }) => update({ defaultDeliveryText: target.value })}
                error={wrongWithin('defaultDeliveryText')}
              />
            </Panel>
          </>
        )
      }}
    </DocumentPage>
  )
}
