import { useLoaderData } from 'react-router'
import { InformationPage } from '../features/content/information-page.tsx'
import { PageHead } from '../lib/seo.tsx'
import type { InformationData } from '../routes.ts'

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
