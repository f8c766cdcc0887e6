import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './auth-frame.module.css'

interface AuthFrameProps {
  title: string
  lead: ReactNode
  /** For search engines; a page without one is not for them. */
  description?: string
  children: ReactNode
}

/** The frame of the sign-in screens: text and a form, beside a picture where there is room. */
export function AuthFrame({ title, lead, description, children }: AuthFrameProps) {
  const { picture } = useLayoutData()
  return (
    <section className={styles.frame}>
      <title>{`${title} · Solvane`}</title>
      {description ? (
        <meta name="description" content={description} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <div className={styles.column}>
        {/* The heading changes with the form, which assistive technology has to announce. */}
        <div className={styles.text} aria-live="polite">
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <div className={styles.body}>
          <NeedsScripts what="To sign in" />
          {children}
        </div>
      </div>
      <div className={styles.picture}>
        {picture && (
          <ShopPicture className={styles.cover} picture={picture} alt="" sizes="50vw" fit="cover" />
        )}
      </div>
    </section>
  )
}

/**
 * The token of the link that led here, from behind the `#`, which no server sees; null when there is none
 * or it is empty.
 * For pages below `link-pages`, which only the browser renders.
 */
export function useLinkToken(): string | null {
  return new URLSearchParams(useLocation().hash.slice(1)).get('token') || null
}
