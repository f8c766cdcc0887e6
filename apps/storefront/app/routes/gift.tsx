import { useState } from 'react'
import { AddressForm } from '../features/addresses/address-form.tsx'
import { emptyAddress } from '../features/addresses/address-form-values.ts'
import { useLinkToken } from '../features/auth/auth-frame.tsx'
import { GiftScreen } from '../features/gifts/gift-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'

/** /gift, from the card in a parcel: outside the shop's layout, whose data have prices. */
export function Component() {
  const [values] = useState(() => emptyAddress('', 'Gift'))
  return (
    <Queries>
      <title>A gift for you · Solvane</title>
      <meta name="robots" content="noindex" />
      <GiftScreen
        token={useLinkToken()}
        addressForm={(onSave, under) => (
          <AddressForm
            values={values}
            asksDelivery={false}
            onSave={({ title: _title, phoneRegion: _region, isDefault: _isDefault, ...address }) =>
              onSave(address)
            }
          >
            {under}
          </AddressForm>
        )}
      />
    </Queries>
  )
}
