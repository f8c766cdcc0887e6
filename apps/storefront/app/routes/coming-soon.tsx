import { buttonClass } from '@solvane/ui/button'
import { useLayoutData } from '../lib/api/layout-data.ts'
import styles from './coming-soon.module.css'

/** /coming-soon */
export function Component() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <UnderDevelopment />
    </>
  )
}

/** The placeholder of a page under development, with a link to contact us. */
function UnderDevelopment() {
  const { settings } = useLayoutData()
  return (
    <section className={styles.page}>
      <title>Under Development · Solvane</title>
      <p className={styles.overline}>Coming soon</p>
      <h1 className={styles.title}>Under Development</h1>
      <p className={styles.text}>
        This page is being prepared. Write to us in the meantime: we answer questions about any
        piece, and about its care.
      </p>
      <a
        className={buttonClass('secondary')}
        href={settings.contactUrl}
        target="_blank"
        rel="noopener"
      >
        Contact us
      </a>
    </section>
  )
}
