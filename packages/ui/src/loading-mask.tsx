import type { ReactNode } from 'react'
import styles from './loading-mask.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

function cover(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  // Restored from the back/forward cache, the page is no longer waiting.
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && dialog.close()
  addEventListener('pageshow', onReturn)
  return () => {
    removeEventListener('pageshow', onReturn)
    // Returns the focus.
    dialog.close()
  }
}

/** Covers the page and blocks input; `message` says what it waits for. */
export function LoadingMask({ message }: { message?: ReactNode }) {
  return (
    <dialog
      ref={cover}
      className={styles.mask}
      aria-label="Please wait"
      closedby="none"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.content} role="status">
        <span className={styles.line} aria-hidden="true" />
        {message ? (
          <p className={styles.message}>{message}</p>
        ) : (
          <VisuallyHidden>Please wait</VisuallyHidden>
        )}
      </div>
    </dialog>
  )
}
