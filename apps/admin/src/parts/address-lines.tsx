import { cityLine, countryName } from '@solvane/contract/address-lines'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import styles from './address-lines.module.css'

/** The delivery address of an order as on a label; parts removed with a closed account are missing. */
export function AddressLines({ address }: { address: StaffOrder['address'] }) {
  const lines = {
    name: address.fullName,
    street: address.streetAddress,
    more: address.addressLine2,
    city: cityLine(address),
    country: countryName(address.country),
    phone: address.phoneNumber,
  }
  return (
    <address className={styles.lines}>
      {Object.entries(lines).map(([part, line]) => line && <span key={part}>{line}</span>)}
    </address>
  )
}
