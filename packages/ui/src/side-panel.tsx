import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { CloseIcon } from './icon.tsx'
import { IconButton } from './button.tsx'
import { focusReturn, useBackCloses, useScrollLock } from './overlay-behavior.ts'
import styles from './side-panel.module.css'

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
