import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './drawer.module.css'
import { CloseIcon } from './icon.tsx'
import { focusReturn, useBackCloses, useScrollLock } from './overlay-behavior.ts'
import { useOpening } from './use-opening.ts'

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
  /** Wide enough for two columns from 48rem on, and of paper. */
  isWide?: boolean
  /** Of paper instead of white: for pictures of products, which melt into it, and for what stands on pages, too. */
  isPaper?: boolean
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
  const isOpening = useOpening(isOpen)
  useBackCloses(isOpen, onClose)
  return (
    <Base.Root
      open={isOpening}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={clsx(
            styles.drawer,
            styles[side],
            props.isWide && styles.wide,
            props.isPaper && styles.paper,
          )}
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
  const isOpening = useOpening(isOpen)
  useScrollLock(isOpen, { releaseDelay, isWhole: true })
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
      open={isOpening}
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
            <Base.Title className={styles.sheetTitle}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={closeLabel}>
                  <CloseIcon />
                </IconButton>
              }
            />
          </div>
          <div className={styles.sheetBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface SidePanelProps {
  isOpen: boolean
  /**
   * Called for Escape and the cross, and for Back where it fills the window; not for a click on the
   * page beside it.
   */
  onClose: () => void
  title: string
  /** A line under the title. */
  status?: ReactNode
  /**
   * Rows below the header in a flex column: `flex: 1` and `min-height: 0` for the one that fills
   * the height.
   */
  children: ReactNode
  /** The element that gets the initial focus. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus back. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * A panel beside the page, which stays usable with the pointer; keyboard focus stays in the panel
 * until it is closed. On narrow screens it fills the window. Weighs 20 kB compressed: import it
 * when it is first needed.
 */
export function SidePanel(props: SidePanelProps) {
  const { isOpen, onClose, title, status, children, initialFocus, returnFocusTo } = props
  const popup = useRef<HTMLDivElement>(null)
  const height = useHeightOfWindow(isOpen)
  const isOpening = useOpening(isOpen)
  useScrollLock(isOpen && height !== null)
  useBackCloses(isOpen && height !== null, onClose)
  return (
    <Base.Root
      open={isOpening}
      onOpenChange={(open) => !open && onClose()}
      modal="trap-focus"
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          className={styles.panel}
          style={height === null ? undefined : { height }}
          initialFocus={initialFocus}
          finalFocus={() => focusReturn(popup, returnFocusTo)}
        >
          <div className={styles.sideHeader}>
            <Base.Title className={styles.sideTitle}>{title}</Base.Title>
            {status}
            <Base.Close
              render={
                <IconButton label="Close" className={styles.close}>
                  <CloseIcon />
                </IconButton>
              }
            />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** As in `drawer.module.css`. */
const narrow = '(width < 768px)'

/**
 * The visible height of a narrow window in pixels, without a phone's keyboard. Null where the panel
 * stands beside the page.
 */
function useHeightOfWindow(isOpen: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const query = matchMedia(narrow)
    const viewport = window.visualViewport
    const measure = () => setHeight(query.matches ? (viewport?.height ?? innerHeight) : null)
    measure()
    query.addEventListener('change', measure)
    viewport?.addEventListener('resize', measure)
    return () => {
      query.removeEventListener('change', measure)
      viewport?.removeEventListener('resize', measure)
    }
  }, [isOpen])
  return isOpen ? height : null
}
