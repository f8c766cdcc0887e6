import type { Address } from '@solvane/contract/addresses'
import { regionOf } from '@solvane/contract/regions'
import { Button } from '@solvane/ui/button'
import type { MouseEvent } from 'react'
import styles from './address-book.module.css'
import { defaultAddressTitle } from './address-form-values.ts'

/** What an address is called. The form of the default address names it for the record, not for the eye. */
export function shownTitle({ title, isDefault }: Pick<Address, 'title' | 'isDefault'>): string {
  if (title !== defaultAddressTitle) return title
  return isDefault ? 'Default address' : 'Former default address'
}

interface AddressCardProps {
  address: Address
  onEdit: (event: MouseEvent<HTMLButtonElement>) => void
  onDelete: () => void
}

/** An address as one writes it on a letter, with what can be done to it. */
export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const code = [address.state, address.postalCode].filter(Boolean).join(' ')
  const place = [address.city, code].filter(Boolean).join(', ')
  const country = regionOf(address.country)?.name ?? address.country
  const name = shownTitle(address)
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
        {name}
        {address.isDefault && name === address.title && (
          <span className={styles.mark}> Default</span>
        )}
      </h3>
      <address className={styles.lines}>
        {lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
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
