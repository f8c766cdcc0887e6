import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { CloseIcon } from './icon.tsx'
import { useBackCloses } from './overlay-behavior.ts'
import { useOpening } from './use-opening.ts'

interface DialogProps {
  isOpen: boolean
  /** Called for Escape, Back, a click outside and the cross. */
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the main one last. */
  actions?: ReactNode
  /** For tables and pictures. */
  isWide?: boolean
  /** The element that gets the initial focus, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus on closing, instead of the one that opened it. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
}

/**
 * A modal dialog: traps the focus, locks the page's scrolling and returns the focus. Weighs 20 kB
 * compressed: import it when it is first needed.
 */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    description,
    children,
    actions,
    isWide = false,
    initialFocus,
    returnFocusTo,
  } = props
  const isOpening = useOpening(isOpen)
  useBackCloses(isOpen, onClose)
  return (
    <Base.Root
      open={isOpening}
      onOpenChange={(open, { reason, event }) => {
        // The second click of a double click on the opening button lands outside.
        const isRepeated = reason === 'outside-press' && 'detail' in event && event.detail > 1
        if (!open && !isRepeated) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={clsx(styles.popup, isWide && styles.wide)}
            initialFocus={initialFocus}
            finalFocus={returnFocusTo}
          >
            <div className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close
                render={
                  <IconButton label="Close" className={styles.close}>
                    <CloseIcon />
                  </IconButton>
                }
              />
            </div>
            {description && (
              <Base.Description className={styles.description}>{description}</Base.Description>
            )}
            {children}
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
