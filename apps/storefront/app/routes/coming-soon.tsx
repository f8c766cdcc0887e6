import { buttonClass } from '@solvane/ui/button'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { Link } from '../lib/link.tsx'
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

/** The placeholder of a page under development, with links to contact us and to what there is. */
function UnderDevelopment() {
  const { settings } = useLayoutData()
  return (
    <section className={styles.page}>
      <title>Under Development · Solvane</title>
      <p className={styles.overline}>Coming soon</p>
      <h1 className={styles.title}>Under Development</h1>
      <p className={styles.text}>
        We are still preparing this page, or its address is mistyped. Write to us in the meantime:
        we answer questions about any piece, and about its care.
      </p>
      <p className={styles.ways}>
        <a
          className={buttonClass('secondary')}
          href={settings.contactUrl}
          target="_blank"
          rel="noopener"
        >
          Contact us
        </a>
        <Link className={buttonClass('link')} to="/filter/all">
          New In
        </Link>
        <Link className={buttonClass('link')} to="/about-us">
          The House
        </Link>
      </p>
    </section>
  )
}
