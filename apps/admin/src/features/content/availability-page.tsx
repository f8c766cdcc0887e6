import type { EndpointOutput } from '@solvane/client/api'
import { paymentMethods } from '@solvane/contract/payment-methods'
import { Checkbox } from '@solvane/ui/checkbox'
import { api } from '../../data/api.ts'
import { methodName } from '../../parts/order-words.ts'
import { Panel } from '../../parts/panel.tsx'
import { DocumentPage } from './document-page.tsx'
import type { DocumentSource } from './use-document.ts'

type Availability = EndpointOutput<'getAvailability'>['data']['document']

const source: DocumentSource<Availability, Availability, Availability> = {
  name: 'availability',
  load: () => api.call('getAvailability', {}),
  save: (body) => api.call('saveAvailability', { body }),
  toValues: (availability) => availability,
  toDraft: (values) => values,
}

/** /availability: what of the shop is open for shoppers. */
export function AvailabilityPage() {
  return (
    <DocumentPage title="Availability" source={source}>
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
