import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { type Keyed, keyed, OrderedList, unkeyed } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import {
  type DocumentForm,
  DocumentPage,
  type DocumentSource,
  PlaceholderHint,
} from './document-page.tsx'
import { anchorOf, joinParagraphs, splitParagraphs } from './page-values.ts'

type Faq = EndpointOutput<'getFaqDraft'>['data']['document']
type Draft = EndpointInput<'saveFaq'>['body']['document']
type Question = Keyed<{ question: string; answer: string }>
/** The slug of a new theme follows its title. */
type Theme = Keyed<{ slug: string; title: string; items: Question[]; isNew: boolean }>
interface Values {
  themes: Theme[]
}

const newQuestion = (): Question => keyed({ question: '', answer: '' })

const source: DocumentSource<Faq, Draft, Values> = {
  name: 'faq',
  load: () => api.call('getFaqDraft', {}),
  save: (body) => api.call('saveFaq', { body }),
  toValues: ({ themes }) => ({
    themes: themes.map(({ slug, title, items }) =>
      keyed({
        slug,
        title,
        isNew: false,
        items: items.map(({ question, answer }) =>
          keyed({ question, answer: joinParagraphs(answer) }),
        ),
      }),
    ),
  }),
  toDraft: ({ themes }) => ({
    themes: themes.map(({ slug, title, items }) => ({
      slug,
      title,
      items: unkeyed(items).map(({ question, answer }) => ({
        question,
        answer: splitParagraphs(answer),
      })),
    })),
  }),
}

/** /faq: questions and answers by theme. */
export function FaqPage() {
  return (
    <DocumentPage title="FAQ" source={source} shownAt="/faq">
      {(form) => (
        <div>
          <PlaceholderHint />
          <OrderedList
            label="Themes"
            what="Theme"
            items={form.values.themes}
            onChange={(themes) => form.update({ themes })}
            least={1}
            most={12}
            make={() => keyed({ slug: '', title: '', isNew: true, items: [newQuestion()] })}
          >
            {(theme, at, change) => (
              <Panel title={theme.title || 'New theme'}>
                <TextField
                  label="Title"
                  required
                  maxLength={80}
                  value={theme.title}
                  onChange={({ target }) =>
                    change({
                      title: target.value,
                      ...(theme.isNew && { slug: anchorOf(target.value) }),
                    })
                  }
                  error={form.errorOf(`themes.${at}.title`) ?? form.errorOf(`themes.${at}.slug`)}
                  hint={`Address: /faq/${theme.slug}`}
                />
                <Questions
                  theme={theme}
                  field={`themes.${at}.items`}
                  form={form}
                  onChange={(items) => change({ items })}
                />
              </Panel>
            )}
          </OrderedList>
        </div>
      )}
    </DocumentPage>
  )
}

interface QuestionsProps {
  theme: Theme
  field: string
  form: DocumentForm<Values>
  onChange: (items: Question[]) => void
}

function Questions({ theme, field, form, onChange }: QuestionsProps) {
  return (
    <OrderedList
      label={`Questions of ${theme.title}`}
      what="Question"
      items={theme.items}
      onChange={onChange}
      least={1}
      most={60}
      make={newQuestion}
    >
      {(item, at, change) => (
        <div className={styles.narrow}>
          <TextField
            label="Question"
            required
            maxLength={200}
            value={item.question}
            onChange={({ target }) => change({ question: target.value })}
            error={form.errorOf(`${field}.${at}.question`) ?? form.errorOf(`${field}.${at}`)}
          />
          <TextAreaField
            label="Answer"
            required
            rows={4}
            value={item.answer}
            onChange={({ target }) => change({ answer: target.value })}
            error={form.errorWithin(`${field}.${at}.answer`)}
          />
        </div>
      )}
    </OrderedList>
  )
}
