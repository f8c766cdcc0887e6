import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSession } from '../../lib/session/session-profile.ts'
import { AddressForm } from './address-form.tsx'
import { emptyAddress, filledAddress, likelyCountry } from './address-form-values.ts'
import { defaultAddressTitle, useSaveAddress } from './use-addresses.ts'

interface DefaultAddressProps {
  /** The default address; null while there is none. */
  address: Address | null
  onSaved: () => void
}

/** The form of the default address, always open. */
export function DefaultAddress({ address, onSaved }: DefaultAddressProps) {
  const save = useSaveAddress()
  const { profile } = useSession()
  // The initial name: input in this form stays when the name is changed in the other one.
  const [name] = useState(profile?.nickName ?? '')
  const values = address
    ? filledAddress(address)
    : emptyAddress(likelyCountry(navigator.language), defaultAddressTitle, name)
  return (
    <AddressForm
      values={{ ...values, isDefault: true }}
      onSave={(input) =>
        save.mutate({ id: address?.id ?? null, address: input }, { onSuccess: onSaved })
      }
    >
      <FormFailure
        error={save.error}
        rejected="Could not save address. Please try again."
        unexpected="An unexpected error occurred."
      />
      <div>
        <Button type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </AddressForm>
  )
}
