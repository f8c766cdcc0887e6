import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { Checkbox } from '@solvane/ui/checkbox'
import { TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { readAmount } from '../../parts/read-amount.ts'
import { DocumentPage } from './document-page.tsx'
import type { DocumentSource } from './use-document.ts'

type Gifts = EndpointOutput<'getGiftsDraft'>['data']['document']
type Draft = EndpointInput<'saveGifts'>['body']['document']

/** As they are typed. */
interface Values {
  isOffered: boolean
  wrapFee: string
}

const source: DocumentSource<Gifts, Draft, Values> = {
  name: 'gifts',
  load: () => api.call('getGiftsDraft', {}),
  save: (body) => api.call('saveGifts', { body }),
  toValues: ({ isOffered, wrapFee }) => ({ isOffered, wrapFee: String(wrapFee) }),
  toDraft: ({ isOffered, wrapFee }) => ({ isOffered, wrapFee: readAmount(wrapFee) }),
}

/** /gifts: whether orders can be gifts, and what wrapping costs. */
export function GiftsPage() {
  return (
    <DocumentPage title="Gifts" source={source}>
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
