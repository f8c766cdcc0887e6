import type { EndpointOutput } from '@solvane/client/api'
import { PageSection } from '../../components/page-section.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './information-page.module.css'

type Page = EndpointOutput<'getPage'>['data']

/** An information page: about us, delivery, returns, legal texts, size guide. */
export function InformationPage({ page }: { page: Page }) {
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <h1>{page.title}</h1>
        <p className={styles.lead}>{page.description}</p>
      </header>
      {page.picture && (
        <ShopPicture
          className={styles.picture}
          picture={page.picture}
          sizes="(width >= 1024px) 42vw, 100vw"
          isPriority
        />
      )}
      <div className={styles.text}>
        {page.sections.map((section) => (
          <PageSection key={section.id} section={section} />
        ))}
      </div>
    </article>
  )
}
