import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useRef } from 'react'
import styles from './drawer.module.css'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './button.tsx'
import { focusReturn, useBackCloses } from './overlay-behavior.ts'

interface DrawerProps {
  isOpen: boolean
  /** Called for Escape, Back, a click outside and the cross. */
  onClose: () => void
  title: string
  side?: 'left' | 'right'
  children: ReactNode
  /** Before the title: a link back, for example. */
  lead?: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  /** Wide enough for two columns from 48rem on. */
  isWide?: boolean
  /** Without padding around the content. */
  isBare?: boolean
  /**
   * The element that gets the focus back. Needed for clicks: Safari does not focus clicked buttons.
   */
  returnFocusTo?: RefObject<HTMLElement | null>
  /** After the closing animation. */
  onClosed?: () => void
}

/**
 * A sheet from the side: traps the focus, locks the page's scrolling and returns the focus; opens
 * and closes in 300 ms. Weighs 20 kB compressed: import it when it is first needed.
 */
export function Drawer(props: DrawerProps) {
  const { isOpen, onClose, title, side = 'right', children, lead, footer, onClosed } = props
  const { returnFocusTo } = props
  const popup = useRef<HTMLDivElement>(null)
  useBackCloses(isOpen, onClose)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={clsx(styles.drawer, styles[side], props.isWide && styles.wide)}
          finalFocus={returnFocusTo && (() => focusReturn(popup, returnFocusTo))}
        >
          <div className={styles.header}>
            {lead && <div className={styles.lead}>{lead}</div>}
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close">
                  <CloseIcon />
                </IconButton>
              }
            />
          </div>
          <div className={clsx(styles.body, !props.isBare && styles.padded)}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
