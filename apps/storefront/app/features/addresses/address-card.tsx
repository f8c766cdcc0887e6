import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import type { MouseEvent } from 'react'
import styles from './address-book.module.css'
import { regionOf } from './regions.ts'

interface AddressCardProps {
  address: Address
  onEdit: (event: MouseEvent<HTMLButtonElement>) => void
  onDelete: () => void
}

/** An address as one writes it on a letter, with what can be done to it. */
export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const place = [address.city, address.state, address.postalCode].filter(Boolean).join(', ')
  const country = regionOf(address.country)?.name ?? address.country
  const lines = [
    address.fullName,
    address.streetAddress,
    address.addressLine2,
    place,
    country,
    address.phoneNumber,
  ]
  return (
    <li className={styles.card}>
      <h3 className={styles.name}>
        {address.title}
        {address.isDefault && <span className={styles.mark}> Default</span>}
      </h3>
      <address className={styles.lines}>
        {lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className={styles.actions}>
        <Button kind="link" aria-label={`Edit ${address.title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button kind="link" aria-label={`Delete ${address.title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
