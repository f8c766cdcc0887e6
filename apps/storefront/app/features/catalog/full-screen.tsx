import { useBackCloses, useScrollLock } from '@solvane/ui/overlay-behavior.ts'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './full-screen.module.css'

interface FullScreenProps {
  label: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A dialog over the whole screen, open as long as it is rendered: a `bar` with a `counter` above a `stage`. */
export function FullScreen({ label, onClose, onKeyDown, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useScrollLock(true, { isWhole: true })
  useBackCloses(true, onClose)
  // A layout effect ends while the dialog is still in the document, so that closing returns the focus.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {children}
    </dialog>
  )
}
