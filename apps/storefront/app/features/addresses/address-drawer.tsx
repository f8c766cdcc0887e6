import type { Address, AddressInput } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { Drawer } from '@solvane/ui/drawer'
import { type RefObject, useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useSession } from '../../lib/session/session-profile.ts'
import styles from './address-form.module.css'
import { AddressForm } from './address-form.tsx'
import { emptyAddress, filledAddress, likelyCountry } from './address-form-values.ts'
import { addressForm, shownTitle, useSaveAddress } from './use-addresses.tsx'

interface AddressDrawerProps {
  isOpen: boolean
  /** The one to edit; null for a new one. */
  address: Address | null
  onClose: () => void
  onSaved: (saved: Address) => void
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** The drawer in which an address is edited. */
export function AddressDrawer(props: AddressDrawerProps) {
  const { isOpen, address, onClose, returnFocusTo } = props
  return (
    <Drawer
      title={address ? 'Edit address' : 'Create a New Address'}
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <BookForm {...props} />
    </Drawer>
  )
}

/** Inside the drawer, so that each opening starts with a fresh form. */
function BookForm({ address, onSaved }: AddressDrawerProps) {
  const save = useSaveAddress()
  const { profile } = useSession()
  const [keptAs] = useState(() => profile && addressForm(profile.id, address))
  const [values] = useState(() =>
    address
      ? { ...filledAddress(address), title: shownTitle(address) }
      : emptyAddress(likelyCountry(navigator.language), '', profile?.nickName ?? ''),
  )
  /** A generated title is shown in words, and saved only after the shopper has changed it. */
  const named = (input: AddressInput) =>
    address && input.title === shownTitle(address) ? { ...input, title: address.title } : input
  return (
    <AddressForm
      values={values}
      hasTitle
      // A default address is replaced by choosing another one.
      hasDefaultChoice={!address?.isDefault}
      keptAs={keptAs}
      onSave={(input) =>
        save.mutate(
          { id: address?.id ?? null, address: named(input) },
          { onSuccess: ({ data: saved }) => onSaved(saved) },
        )
      }
    >
      <FormFailure
        error={save.error}
        rejected="Could not save address. Please try again."
        unexpected="An unexpected error occurred."
      />
      <div className={styles.save}>
        <Button type="submit" isWide isBusy={save.isPending}>
          Save address
        </Button>
      </div>
    </AddressForm>
  )
}
