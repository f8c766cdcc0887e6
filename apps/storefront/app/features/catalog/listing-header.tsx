import type { CallOutput } from '@solvane/client/api'
import { Link } from 'react-router'
import { Breadcrumbs } from './breadcrumbs.tsx'
import styles from './listing-header.module.css'

type Category = CallOutput<'getCategory'>['data']

/** Opens a category: where it stands, its name, how many pieces it has, what it is, and its parts. */
export function ListingHeader({ category, total }: { category: Category; total: number }) {
  return (
    <header className={styles.header}>
      <Breadcrumbs crumbs={category.breadcrumbs.slice(0, -1)} />
      <div className={styles.heading}>
        <h1 className={styles.title}>
          {category.name} <span className={styles.count}>{total}</span>
        </h1>
        {category.description && <p className={styles.text}>{category.description}</p>}
      </div>
      {category.children.length > 0 && (
        <nav aria-label={`Parts of ${category.name}`}>
          <ul className={styles.parts}>
            {category.children.map((part) => (
              <li key={part.identifier}>
                <Link className={styles.part} to={part.path}>
                  {part.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}
