import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './accordion.module.css'

interface AccordionItemProps {
  id?: string
  title: string
  children: ReactNode
  /** Items with the same name close each other: one is open at a time. */
  name?: string
  /** Open initially. */
  isOpen?: boolean
  level?: 2 | 3 | 4
  className?: string
}

/** One item of an accordion: a native `<details>`, which needs no script. */
export function AccordionItem({
  id,
  title,
  children,
  name,
  isOpen = false,
  level = 3,
  className,
}: AccordionItemProps) {
  const Heading = `h${level}` as const
  return (
    <details id={id} className={clsx(styles.item, className)} name={name} open={isOpen}>
      <summary className={styles.summary}>
        <Heading className={styles.title}>{title}</Heading>
        <span className={styles.mark} aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
