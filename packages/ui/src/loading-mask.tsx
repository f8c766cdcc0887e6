import type { ReactNode } from 'react'
import styles from './loading-mask.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

function cover(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  // Come back to out of the browser's memory, the page waits for nothing any more.
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && dialog.close()
  addEventListener('pageshow', onReturn)
  return () => {
    removeEventListener('pageshow', onReturn)
    // Gives the focus back to where it was.
    dialog.close()
  }
}

/** Covers the page while it must not be touched; `message` says what is waited for. */
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
