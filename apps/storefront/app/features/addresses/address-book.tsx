import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { type MouseEvent, useRef, useState } from 'react'
import styles from './address-book.module.css'
import { AddressCard } from './address-card.tsx'
import { AddressDrawer } from './address-drawer.tsx'
import { DeleteAddressDialog } from './delete-address-dialog.tsx'

interface AddressBookProps {
  addresses: readonly Address[]
  onSaved: () => void
}

/** All addresses, with a drawer to write one and a question before one is deleted. */
export function AddressBook({ addresses, onSaved }: AddressBookProps) {
  const [edited, setEdited] = useState<Address | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const [deleted, setDeleted] = useState<Address | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const opener = useRef<HTMLElement>(null)

  function write(address: Address | null, { currentTarget }: MouseEvent<HTMLElement>) {
    opener.current = currentTarget
    setEdited(address)
    setIsWriting(true)
  }

  return (
    <div className={styles.book}>
      <Button kind="secondary" onClick={(event) => write(null, event)}>
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
              onDelete={() => {
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
      <DeleteAddressDialog isOpen={isAsking} address={deleted} onClose={() => setIsAsking(false)} />
    </div>
  )
}
