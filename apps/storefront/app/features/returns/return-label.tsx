import { AddressLines } from '../../components/address-lines.tsx'
import styles from './return-label.module.css'
import type { Return } from './return-texts.ts'

/**
 * The label of the parcel, printed on a sheet of its own after the slip. None where the shop writes the
 * address in its answer.
 */
export function ReturnLabel({ found }: { found: Return }) {
  const { returnNumber, sender, terms } = found
  if (!terms.address) return null
  return (
    <article className={styles.label} data-printed aria-label={`Label ${returnNumber}`}>
      <section>
        <h2 className={styles.heading}>From</h2>
        {/* Anyone who handles the parcel reads it. */}
        <AddressLines address={{ ...sender, phoneNumber: null }} />
      </section>
      <section className={styles.to}>
        <h2 className={styles.heading}>To</h2>
        <p className={styles.recipient}>{terms.address}</p>
      </section>
      <p className={styles.number}>Return {returnNumber}</p>
    </article>
  )
}
