import styles from './content.module.css'

/** Explains the placeholders of a text. */
export function PlaceholderHint() {
  return (
    <p className={styles.hint}>
      An empty line starts a new paragraph. These placeholders are replaced by settings:{' '}
      <span className={styles.code}>
        {'{shippingFee} {freeShippingFrom} {preparationDays} {transitDays} {totalDays}'}
      </span>
    </p>
  )
}
