import { Button, textLinkClass } from '@solvane/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from '../../lib/link.tsx'
import type { ConsentChoice } from './consent.ts'
import styles from './consent-banner.module.css'

interface ConsentBannerProps {
  choice: ConsentChoice
  /** The shopper opened it again: it takes the focus. */
  isAskedAgain: boolean
  onAnswer: (choice: NonNullable<ConsentChoice>) => void
}

/** Publishes the height of `element` as a CSS property while it covers the bottom of the window. */
function coverFoot(element: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--foot-covered', `${element.offsetHeight}px`)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--foot-covered')
  }
}

/** The question at the bottom of the page. It blocks nothing, and both answers look alike. */
export function ConsentBanner({ choice, isAskedAgain, onAnswer }: ConsentBannerProps) {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAskedAgain) banner.current?.focus()
  }, [isAskedAgain])
  useEffect(() => (banner.current ? coverFoot(banner.current) : undefined), [])
  return (
    <section ref={banner} className={styles.banner} aria-label="Your privacy" tabIndex={-1}>
      <p className={styles.text}>
        With your consent we share the pages and pieces you view with an advertising partner.
        Nothing else is shared. {choice === 'granted' && 'You have accepted. '}
        {choice === 'declined' && 'You have declined. '}
        <Link className={textLinkClass} to="/privacy">
          Privacy
        </Link>
      </p>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => onAnswer('declined')}>
          Decline
        </Button>
        <Button kind="secondary" onClick={() => onAnswer('granted')}>
          Accept
        </Button>
      </div>
    </section>
  )
}
