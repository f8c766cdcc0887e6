import type { CategoryNode } from '@solvane/contract/categories'
import { ChevronRightIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import styles from './category-menu.module.css'

interface CategoryPanelProps {
  /** The category whose children these are; null at the root. */
  parent: CategoryNode | null
  entries: readonly CategoryNode[]
  /** The entry whose panel follows, or followed a moment ago. */
  opened: CategoryNode | undefined
  /** That panel is in sight. */
  isExpanded: boolean
  isHidden: boolean
  onOpen: (category: CategoryNode) => void
  /** The pointer or the focus is on it. */
  onLook: (category: CategoryNode) => void
  /** A link was followed. */
  onLeave: () => void
}

/** One level of the menu: what has children opens them, what has none is a link. */
export function CategoryPanel(props: CategoryPanelProps) {
  const { parent, entries, opened, isExpanded, isHidden, onOpen, onLook, onLeave } = props
  return (
    <ul className={styles.panel} inert={isHidden} aria-label={parent?.name ?? 'All Categories'}>
      {parent && (
        <li>
          <Link className={clsx(styles.entry, styles.whole)} to={parent.path} onClick={onLeave}>
            All {parent.name}
          </Link>
        </li>
      )}
      {entries.map((category) => {
        const look = { onPointerEnter: () => onLook(category), onFocus: () => onLook(category) }
        const isOpened = opened?.id === category.id
        return (
          <li key={category.id}>
            {category.children.length === 0 ? (
              <Link
                className={clsx(styles.entry, styles.whole)}
                to={category.path}
                onClick={onLeave}
                {...look}
              >
                {category.name}
              </Link>
            ) : (
              <button
                type="button"
                className={styles.entry}
                aria-expanded={isOpened && isExpanded}
                data-opened={isOpened || undefined}
                onClick={() => onOpen(category)}
                {...look}
              >
                {category.name}
                <ChevronRightIcon size={14} />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
