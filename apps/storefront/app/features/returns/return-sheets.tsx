import { returnReasonTexts } from '@solvane/contract/return-reasons'
import { formatDay } from '@solvane/ui/dates.ts'
import { AddressLines } from '../../components/address-lines.tsx'
import styles from './return-sheets.module.css'
import { optionsOf, type Return } from './returns.ts'

/** The sheet of paper in the parcel. */
export function ReturnSlip({ found }: { found: Return }) {
  const { returnNumber, orderNumber, sender, terms, lines } = found
  return (
    <article className={styles.slip} data-printed aria-label={`Slip ${returnNumber}`}>
      <header className={styles.slipHead}>
        <span className={styles.slipLogotype}>Solvane</span>
        <span>Return {returnNumber}</span>
      </header>
      {terms.address && <p className={styles.slipAddress}>{terms.address}</p>}
      <p>
        Order {orderNumber}, {sender.fullName}. Please put this sheet into the parcel. It must reach
        us by {formatDay(found.arrivesBy)}.
      </p>
      <table className={styles.slipLines}>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Reason</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variantId, name, attributeValues, quantity, reason, exchangeFor }) => (
            <tr key={variantId}>
              <th scope="row">
                {name}
                <span className={styles.options}>{optionsOf(attributeValues)}</span>
                {exchangeFor && (
                  <span className={styles.options}>
                    Instead: {optionsOf(exchangeFor.attributeValues)}
                  </span>
                )}
              </th>
              <td>{reason && returnReasonTexts[reason]}</td>
              <td>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

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
