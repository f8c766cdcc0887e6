import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import type { MouseEvent } from 'react'
import { AddressLines } from '../../components/address-lines.tsx'
import styles from './address-book.module.css'
import { shownTitle } from './address-title.ts'

interface AddressCardProps {
  address: Address
  onEdit: (event: MouseEvent<HTMLButtonElement>) => void
  onDelete: () => void
}

/** An address as one writes it on a letter, with what can be done to it. */
export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
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
