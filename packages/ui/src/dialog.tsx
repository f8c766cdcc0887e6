import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { useBackCloses } from './back-closes.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  isOpen: boolean
  /** Escape, Back, a press outside and the cross ask for it. */
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the one to press last. */
  actions?: ReactNode
  /** For tables and pictures. */
  isWide?: boolean
  /** What gets the focus first, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * A question or a notice over the page: keeps the focus, locks the page's scrolling and gives the
 * focus back. Weighs 20 kB compressed: import it when it is first needed.
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
  } = props
  useBackCloses(isOpen, onClose)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        // The second press of a double click on what opened it lands outside.
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
