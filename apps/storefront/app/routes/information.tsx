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
      {chaptersOf(page).map(({ picture, sections }, at) => (
        <div key={sections[0]?.id ?? ''} className={styles.chapter}>
          {picture && (
            <ShopPicture
              className={styles.picture}
              picture={picture}
              sizes="(width >= 768px) 42vw, 100vw"
              isPriority={at === 0}
            />
          )}
          <div className={styles.text}>
            {sections.map((section) => (
              <PageSection key={section.id} section={section} />
            ))}
          </div>
        </div>
      ))}
    </article>
  )
}

interface Chapter {
  picture: Page['picture']
  sections: Page['sections']
}

/** The sections, parted before each that has a picture; the page's own picture leads the first ones. */
function chaptersOf({ picture, sections }: Page): Chapter[] {
  const chapters: Chapter[] = [{ picture, sections: [] }]
  for (const section of sections) {
    if (section.picture) chapters.push({ picture: section.picture, sections: [section] })
    else chapters.at(-1)?.sections.push(section)
  }
  return chapters.filter((chapter) => chapter.picture !== null || chapter.sections.length > 0)
}
