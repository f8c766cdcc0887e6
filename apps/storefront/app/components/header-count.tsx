import styles from './header-count.module.css'

/** The count beside an icon of the header; nothing for 0. The control's label repeats it in words. */
export function HeaderCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
