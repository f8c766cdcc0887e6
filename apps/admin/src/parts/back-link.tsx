import { Link } from 'react-router'
import { lastShown } from '../data/list.tsx'
import styles from './back-link.module.css'

/** A link above a page back to its list, as it was last shown. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className={styles.back}>
      <Link to={lastShown(to)}>{children}</Link>
    </p>
  )
}
