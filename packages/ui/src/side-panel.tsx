import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { focusReturn } from './focus-return.ts'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './side-panel.module.css'
import { useScrollLock } from './use-scroll-lock.ts'

interface SidePanelProps {
  isOpen: boolean
  /** Escape and the cross ask for it, and Back where it fills the window; a press on the page beside does not. */
  onClose: () => void
  title: string
  /** A line under the title. */
  status?: ReactNode
  /** Rows under the header, in a column of boxes: `flex: 1` and `min-height: 0` for what fills the height. */
  children: ReactNode
  /** What gets the focus first. */
  initialFocus?: RefObject<HTMLElement | null>
  /** What gets it back. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * A panel beside the page, which goes on under the pointer; the keyboard's focus stays in it until it is
 * closed. On narrow screens it fills the window. Weighs 20 kB compressed: import it when it is first needed.
 */
export function SidePanel(props: SidePanelProps) {
  const { isOpen, onClose, title, status, children, initialFocus, returnFocusTo } = props
  const popup = useRef<HTMLDivElement>(null)
  const height = useHeightOfWindow(isOpen)
  useScrollLock(isOpen && height !== null)
  useBackCloses(isOpen && height !== null, onClose)
  return (
    <Base.Root
      open={isOpen}
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
          <div className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
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

/** As in `side-panel.module.css`. */
const narrow = '(width < 768px)'

/**
 * How much of a narrow window is to be seen, in pixels: what a phone's keyboard covers is not. Null where
 * the panel stands beside the page.
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
