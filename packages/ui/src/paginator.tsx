import { clsx } from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from './icon.tsx'
import styles from './paginator.module.css'

const slotsOnEachSide = 4
const slots = 2 * slotsOnEachSide + 1

/** The slots of a paginator: page numbers, and `gap` where pages are left out. */
type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * The slots for page `page` of `pageCount` (both from 1): nine pages in a row with the current one
 * in the middle where possible, and links to the first and the last page outside that row.
 */
export function pageSlots(page: number, pageCount: number): PageSlot[] {
  const lastStart = Math.max(1, pageCount - slots + 1)
  const start = Math.min(Math.max(1, page - slotsOnEachSide), lastStart)
  const end = Math.min(pageCount, start + slots - 1)
  const row: PageSlot[] = Array.from({ length: end - start + 1 }, (_, index) => start + index)

  if (start > 2) row.unshift('gap-before')
  if (start > 1) row.unshift(1)
  if (end < pageCount - 1) row.push('gap-after')
  if (end < pageCount) row.push(pageCount)
  return row
}

interface PaginatorProps {
  /** From 1. */
  page: number
  pageCount: number
  /** The URL of a page: the links work without scripts. */
  hrefFor: (page: number) => string
  /** Called for a plain click, instead of following the link. */
  onSelect?: (page: number) => void
  className?: string
}

/** Links to the pages of a list. Shows nothing for a single page. */
export function Paginator({ page, pageCount, hrefFor, onSelect, className }: PaginatorProps) {
  if (pageCount < 2) return null

  function link(target: number, label: string, content: ReactNode) {
    function onClick(event: MouseEvent) {
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
      if (!onSelect || !isPlain) return
      event.preventDefault()
      onSelect(target)
    }
    if (target < 1 || target > pageCount) {
      return (
        <span className={styles.page} aria-disabled="true">
          {content}
        </span>
      )
    }
    return (
      <a
        className={styles.page}
        href={hrefFor(target)}
        aria-label={label}
        aria-current={target === page ? 'page' : undefined}
        onClick={onClick}
      >
        {content}
      </a>
    )
  }

  return (
    <nav className={clsx(styles.paginator, className)} aria-label="Pages">
      {link(page - 1, 'Previous page', <ChevronLeftIcon size={14} />)}
      <ol className={styles.slots}>
        {pageSlots(page, pageCount).map((slot) => (
          <li key={slot}>
            {typeof slot === 'number' ? (
              link(slot, `Page ${slot}`, slot)
            ) : (
              <span className={styles.gap}>…</span>
            )}
          </li>
        ))}
      </ol>
      <span className={styles.position}>
        Page {page} of {pageCount}
      </span>
      {link(page + 1, 'Next page', <ChevronRightIcon size={14} />)}
    </nav>
  )
}
