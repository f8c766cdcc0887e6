import { type ReactNode, useId } from 'react'
import styles from './order-page.module.css'

interface OrderSectionProps {
  title: string
  children: ReactNode
}

/** One section of an order's page: its name, then what it is about. */
export function OrderSection({ title, children }: OrderSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
