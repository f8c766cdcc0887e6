import { Link } from 'react-router'
import styles from './back-link.module.css'

/** Above a page: the way back to the list it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className={styles.back}>
      <Link to={to}>{children}</Link>
    </p>
  )
}
