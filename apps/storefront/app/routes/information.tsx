import type { EndpointOutput } from '@solvane/client/api'
import { useLoaderData } from 'react-router'
import { PageSection } from '../components/page-section.tsx'
import { PageHead } from '../lib/seo.tsx'
import { ShopPicture } from '../lib/shop-picture.tsx'
import type { InformationData } from '../routes.ts'
import styles from './information.module.css'

/** /about-us, /shipping and the other information pages, by their slug */
export function Component() {
  const { page } = useLoaderData<InformationData>()
  return (
    <>
      <PageHead
        title={page.title}
        description={page.description}
        path={`/${page.slug}`}
        picture={page.picture}
        type="article"
      />
      <InformationPage page={page} />
    </>
  )
}

type Page = EndpointOutput<'getPage'>['data']

/** An information page: about us, delivery, returns, legal texts, size guide. */
function InformationPage({ page }: { page: Page }) {
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
