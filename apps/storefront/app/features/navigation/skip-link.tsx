import styles from './skip-link.module.css'

/** The first stop of the keyboard: past the header, to the element with the id `main`. */
export function SkipLink() {
  return (
    <a className={styles.link} href="#main">
      Skip to content
    </a>
  )
}
