import styles from './content.module.css'

/** What may stand in braces in a text. */
export function PlaceholderHint() {
  return (
    <p className={styles.hint}>
      An empty line begins a new paragraph. Settings are written into the text where they are named:{' '}
      <span className={styles.code}>
        {'{shippingFee} {freeShippingFrom} {preparationDays} {transitDays} {totalDays}'}
      </span>
    </p>
  )
}
