import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import { AddressLines } from '../../components/address-lines.tsx'
import { FormFailure } from '../../components/form-request.tsx'
import { useSession } from '../../lib/session/session-profile.ts'
import styles from './address-book.module.css'
import { AddressDrawer } from './address-drawer.tsx'
import { AddressForm } from './address-form.tsx'
import { emptyAddress, filledAddress, likelyCountry } from './address-form-values.ts'
import {
  defaultAddressTitle,
  keptAddress,
  shownTitle,
  useDeleteAddress,
  useSaveAddress,
} from './use-addresses.tsx'

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
  const [keptAs] = useState(() => profile && { owner: profile.id, form: 'default address' })
  const values = address
    ? filledAddress(address)
    : emptyAddress(likelyCountry(navigator.language), defaultAddressTitle, name)
  return (
    <AddressForm
      values={{ ...values, isDefault: true }}
      keptAs={keptAs}
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

interface AddressBookProps {
  addresses: readonly Address[]
  onSaved: () => void
}

/** All addresses, with a drawer to edit one and a confirmation before one is deleted. */
export function AddressBook({ addresses, onSaved }: AddressBookProps) {
  const { profile } = useSession()
  const [kept] = useState(() => keptAddress(profile?.id, addresses))
  const [edited, setEdited] = useState<Address | null>(kept ?? null)
  const [isWriting, setIsWriting] = useState(kept !== undefined)
  const [deleted, setDeleted] = useState<Address | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const createButton = useRef<HTMLButtonElement>(null)

  function write(address: Address | null, { currentTarget }: MouseEvent<HTMLElement>) {
    opener.current = currentTarget
    setEdited(address)
    setIsWriting(true)
  }

  return (
    <div className={styles.book}>
      <Button ref={createButton} kind="secondary" onClick={(event) => write(null, event)}>
        Create a New Address
      </Button>
      {addresses.length === 0 ? (
        <p className={styles.empty}>No address yet. The first one becomes your default.</p>
      ) : (
        <ul className={styles.list}>
          {addresses.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              onEdit={(event) => write(address, event)}
              onDelete={({ currentTarget }) => {
                opener.current = currentTarget
                setDeleted(address)
                setIsAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      <AddressDrawer
        isOpen={isWriting}
        address={edited}
        onClose={() => setIsWriting(false)}
        onSaved={() => {
          setIsWriting(false)
          onSaved()
        }}
        returnFocusTo={opener}
      />
      <DeleteAddressDialog
        isOpen={isAsking}
        address={deleted}
        onClose={() => setIsAsking(false)}
        onDeleted={() => {
          // The pressed button goes with its address.
          opener.current = createButton.current
          setIsAsking(false)
        }}
        returnFocusTo={opener}
      />
    </div>
  )
}

interface AddressCardProps {
  address: Address
  onEdit: (event: MouseEvent<HTMLButtonElement>) => void
  onDelete: (event: MouseEvent<HTMLButtonElement>) => void
}

/** An address with its actions. */
function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const name = shownTitle(address)
  return (
    <li className={styles.card}>
      <h3 className={styles.name}>
        {name}
        {address.isDefault && name === address.title && (
          <span className={styles.mark}> Default</span>
        )}
      </h3>
      <AddressLines address={address} />
      <div className={styles.actions}>
        <Button kind="link" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button kind="link" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

interface DeleteAddressDialogProps {
  isOpen: boolean
  /** The address to delete; null before the first question. */
  address: Address | null
  onClose: () => void
  onDeleted: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Asks before an address is deleted. */
function DeleteAddressDialog(props: DeleteAddressDialogProps) {
  const { isOpen, address, onClose, onDeleted, returnFocusTo } = props
  const remove = useDeleteAddress()

  function close() {
    remove.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      returnFocusTo={returnFocusTo}
      title="Delete this address?"
      description={
        address && `“${shownTitle(address)}” leaves your address book. Orders keep theirs.`
      }
      actions={
        <>
          <Button kind="secondary" onClick={close}>
            Keep it
          </Button>
          <Button
            isBusy={remove.isPending}
            onClick={() => address && remove.mutate(address.id, { onSuccess: onDeleted })}
          >
            Delete
          </Button>
        </>
      }
    >
      <FormFailure error={remove.error} unexpected="Failed to delete address." />
    </Dialog>
  )
}
