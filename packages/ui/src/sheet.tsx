import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './button.tsx'
import { focusReturn, useBackCloses, useScrollLock } from './overlay-behavior.ts'
import styles from './sheet.module.css'

interface SheetProps {
  isOpen: boolean
  /** Called for Escape, Back and the cross. */
  onClose: () => void
  title: string
  /** The accessible name of the cross. */
  closeLabel: string
  /** Fills the sheet below its bar, and scrolls by itself. */
  children: ReactNode
  /** The element that gets the initial focus. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus back. */
  returnFocusTo?: RefObject<HTMLElement | null>
  /** Milliseconds that the page's scrolling stays locked after closing; its animation takes 900. */
  releaseDelay?: number
  /** After the closing animation. */
  onClosed?: () => void
}

/**
 * A full-screen sheet: traps the focus, locks the page's scrolling and returns the focus. Weighs 20
 * kB compressed: import it when it is first needed.
 */
export function Sheet(props: SheetProps) {
  const { isOpen, onClose, title, closeLabel, children, releaseDelay = 900, onClosed } = props
  const { returnFocusTo } = props
  const popup = useRef<HTMLDivElement>(null)
  useScrollLock(isOpen, releaseDelay)
  useBackCloses(isOpen, onClose)

  // At once, not after the animation: input must not go into the closing sheet.
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const target = returnFocusTo && focusReturn(popup, returnFocusTo)
      if (target) target.focus({ preventScroll: true })
    }
  }, [isOpen, returnFocusTo])

  return (
    <Base.Root
      open={isOpen}
      // The scroll lock is our own: it lasts longer than the library's.
      modal="trap-focus"
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          className={styles.sheet}
          initialFocus={props.initialFocus}
          finalFocus={!returnFocusTo}
        >
          <div className={styles.bar}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={closeLabel}>
                  <CloseIcon />
                </IconButton>
              }
            />
          </div>
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
