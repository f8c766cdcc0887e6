import { MyProfile } from '../features/account/my-profile.tsx'
import { VerificationNotice } from '../features/account/verification-notice.tsx'
import { AddressBook, DefaultAddress } from '../features/addresses/address-book.tsx'
import { AddressesGate } from '../features/addresses/use-addresses.tsx'
import { useSession } from '../lib/session/session-profile.ts'

/** /profile/account */
export function Component() {
  const { profile } = useSession()
  if (!profile) return null
  return (
    <>
      <title>My Profile · Solvane</title>
      <meta name="robots" content="noindex" />
      {!profile.isEmailVerified && <VerificationNotice email={profile.email} />}
      <MyProfile
        profile={profile}
        defaultAddress={(onSaved) => (
          <AddressesGate>
            {(addresses) => (
              <DefaultAddress
                address={addresses.find(({ isDefault }) => isDefault) ?? null}
                onSaved={onSaved}
              />
            )}
          </AddressesGate>
        )}
        addressBook={(onSaved) => (
          <AddressesGate>
            {(addresses) => <AddressBook addresses={addresses} onSaved={onSaved} />}
          </AddressesGate>
        )}
      />
    </>
  )
}
