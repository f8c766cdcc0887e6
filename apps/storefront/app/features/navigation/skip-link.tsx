import type { MouseEvent } from 'react'
import styles from './skip-link.module.css'

/**
 * The first stop of the keyboard: past the header, to the element with the id `main`. Where scripts
 * run it moves the focus alone: another address would begin the page anew.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link within the page, also where no script runs
    <a className={styles.link} href="#main" onClick={skip}>
      Skip to content
    </a>
  )
}

function skip(event: MouseEvent) {
  const main = document.getElementById('main')
  if (!main) return
  event.preventDefault()
  main.focus({ preventScroll: true })
  main.scrollIntoView()
}
