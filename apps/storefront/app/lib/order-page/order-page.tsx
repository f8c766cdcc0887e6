import type { ReactNode, Ref } from 'react'
import styles from './order-page.module.css'

interface OrderPageProps {
  title: string
  /** Under the title: which order it is. */
  lead?: ReactNode
  /** What was paid for and how: the sections. */
  children: ReactNode
  /** Stays in sight beside them: what it comes to, and the way on. */
  aside: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

/** The page of an order, before it is placed and after: one calm column, and the sums beside it. */
export function OrderPage({ title, lead, children, aside, titleRef }: OrderPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {lead}
      </header>
      <div className={styles.columns}>
        <div className={styles.sections}>{children}</div>
        <aside className={styles.aside} aria-label="Order summary">
          {aside}
        </aside>
      </div>
    </div>
  )
}
