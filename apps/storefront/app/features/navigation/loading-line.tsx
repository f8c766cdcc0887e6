import { clsx } from 'clsx'
import styles from './loading-line.module.css'

/** A hairline along the top of the window while the next page is on its way and takes its time. */
export function LoadingLine({ isLoading }: { isLoading: boolean }) {
  return <span className={clsx(styles.line, isLoading && styles.loading)} aria-hidden="true" />
}
