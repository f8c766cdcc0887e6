import type { EndpointOutput } from '@solvane/client/api'
import { AccordionItem } from '@solvane/ui/accordion'
import { useLoaderData } from 'react-router'
import { Link } from '../lib/link.tsx'
import { PageHead, StructuredData } from '../lib/seo.tsx'
import type { FaqData } from '../routes.ts'
import styles from './faq.module.css'

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

type Theme = EndpointOutput<'getFaq'>['data']['themes'][number]

/** Questions and answers of one theme, one open at a time, the first from the start. */
function FaqPage({ themes, shown }: { themes: readonly Theme[]; shown: Theme }) {
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <p className={styles.overline}>Questions, answered</p>
        <h1>{shown.title}</h1>
      </header>
      <nav aria-label="Themes">
        <ul className={styles.themes}>
          {themes.map((theme) => (
            <li key={theme.slug}>
              <Link
                className={styles.theme}
                to={`/faq/${theme.slug}`}
                aria-current={theme === shown ? 'page' : undefined}
              >
                {theme.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.questions} key={shown.slug}>
        {shown.items.map((item, index) => (
          <AccordionItem
            key={item.question}
            name="faq"
            title={item.question}
            level={2}
            isOpen={index === 0}
          >
            <div className={styles.answer}>
              {item.answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </AccordionItem>
        ))}
      </div>
    </article>
  )
}
