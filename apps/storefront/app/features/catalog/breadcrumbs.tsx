import { Link } from '../../lib/link.tsx'
import styles from './breadcrumbs.module.css'

/** The breadcrumbs from the home page; the last one is the parent of this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly { name: string; path: string }[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        {[{ name: 'Solvane', path: '/' }, ...crumbs].map((crumb) => (
          <li key={crumb.path}>
            <Link className={styles.crumb} to={crumb.path}>
              {crumb.name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
