import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { focusReturn } from './focus-return.ts'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './sheet.module.css'
import { useScrollLock } from './use-scroll-lock.ts'

interface SheetProps {
  isOpen: boolean
  /** Escape, Back and the cross ask for it. */
  onClose: () => void
  title: string
  /** The name of the cross. */
  closeLabel: string
  /** Fills the sheet under its bar, and scrolls by itself. */
  children: ReactNode
  /** What gets the focus first. */
  initialFocus?: RefObject<HTMLElement | null>
  /** What gets it back. */
  returnFocusTo?: RefObject<HTMLElement | null>
  /** Milliseconds that the page's scrolling stays locked after closing; its animation takes 900. */
  releaseDelay?: number
  /** After the closing animation. */
  onClosed?: () => void
}

/**
 * A sheet over the whole screen: keeps the focus, locks the page's scrolling and gives the focus
 * back. Weighs 20 kB compressed: import it when it is first needed.
 */
export function Sheet(props: SheetProps) {
  const { isOpen, onClose, title, closeLabel, children, releaseDelay = 900, onClosed } = props
  const { returnFocusTo } = props
  const popup = useRef<HTMLDivElement>(null)
  useScrollLock(isOpen, releaseDelay)
  useBackCloses(isOpen, onClose)

  // At once and not after the animation: what is typed meanwhile must not go into the leaving sheet.
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
      // The lock is ours: it outlasts the closing, which the library's does not.
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
