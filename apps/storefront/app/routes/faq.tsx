import { useLoaderData } from 'react-router'
import { FaqPage } from '../features/content/faq-page.tsx'
import { PageHead, StructuredData } from '../lib/seo.tsx'
import type { FaqData } from '../routes.ts'

/** /faq and /faq/{theme} */
export function Component() {
  const { themes, shown } = useLoaderData<FaqData>()
  const theme = themes.find(({ slug }) => slug === shown)
  if (!theme) return null
  return (
    <>
      <PageHead
        title={`${theme.title}, answered`}
        description={theme.items.map(({ question }) => question).join(' ')}
        path={`/faq/${theme.slug}`}
      />
      <StructuredData
        key={theme.slug}
        data={
          import.meta.env.SSR && {
            '@type': 'FAQPage',
            mainEntity: theme.items.map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
            })),
          }
        }
      />
      <FaqPage themes={themes} shown={theme} />
    </>
  )
}
