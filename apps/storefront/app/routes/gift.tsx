import { Skeleton } from '@solvane/ui/skeleton'
import { lazy, Suspense } from 'react'
import { useLinkToken } from '../features/auth/auth-frame.tsx'
import { GiftScreen } from '../features/gifts/gift-screen.tsx'
import { persistently } from '../lib/api/loader.ts'
import { Queries } from '../lib/api/query-client.tsx'
import { LinkFrame, OpeningWords } from './link-pages.tsx'

/** With the tables of phone numbers: loaded once something is chosen for an exchange. */
const UnnamedAddressForm = lazy(async () => {
  const form = await persistently(() => import('../features/addresses/address-form.tsx'))
  return { default: form.UnnamedAddressForm }
})

/** /gift, from the card in a parcel: outside the shop's layout, whose data have prices. */
export function Component() {
  return (
    <Queries>
      <LinkFrame frame="gift" title="A gift for you">
        <GiftScreen
          token={useLinkToken()}
          opening={<OpeningWords page="gift" />}
          addressForm={(onSave, under) => (
            <Suspense fallback={<Skeleton />}>
              <UnnamedAddressForm onSave={onSave}>{under}</UnnamedAddressForm>
            </Suspense>
          )}
        />
      </LinkFrame>
    </Queries>
  )
}
