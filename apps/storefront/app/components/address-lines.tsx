import { cityLine, countryName } from '@solvane/contract/address-lines'
import styles from './address-lines.module.css'

/** An address as stored with an order or in the address book. */
interface WrittenAddress {
  fullName: string | null
  phoneNumber: string | null
  streetAddress: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** The lines of an address, as on an envelope. */
export function writtenLines(address: WrittenAddress): string[] {
  return [
    address.fullName,
    address.streetAddress,
    address.addressLine2,
    cityLine(address),
    countryName(address.country),
    address.phoneNumber,
  ].filter((line): line is string => Boolean(line))
}

/** An address, as on an envelope. */
export function AddressLines({ address }: { address: WrittenAddress }) {
  return (
    <address className={styles.lines}>
      {writtenLines(address).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; in Djibouti two are alike
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}
