import { Button } from '@solvane/ui/button'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import styles from './content.module.css'
import { DocumentPage, PlaceholderHint } from './document-page.tsx'
import { anchorOf, newSection, type PageValues, pageSource, type Section } from './page-values.ts'
import { emptyTable, TableForm } from './table-form.tsx'
import type { DocumentForm } from './use-document.ts'

/** /information?page={slug}: the shop's information pages. */
export function InformationPage() {
  const [search, setSearch] = useSearchParams()
  const { data } = useQuery({ queryKey: ['pages'], queryFn: () => api.call('listPages', {}) })
  const pages = data?.data ?? []
  const shown = search.get('page') ?? 'about-us'
  return (
    <DocumentPage
      key={shown}
      title="Information pages"
      source={pageSource(shown)}
      shownAt={`/${shown}`}
      head={
        <div className={styles.narrow}>
          <SelectField
            label="Page"
            required
            value={shown}
            onChange={({ target }) => setSearch({ page: target.value })}
          >
            {pages.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </SelectField>
        </div>
      }
    >
      {(form) => <TextForm form={form} />}
    </DocumentPage>
  )
}

/** Title, picture and sections of an information page. */
function TextForm({ form }: { form: DocumentForm<PageValues> }) {
  const { values, update, errorOf, errorWithin } = form
  return (
    <>
      <Panel title="Page">
        <div className={styles.narrow}>
          <TextField
            label="Title"
            required
            maxLength={120}
            value={values.title}
            onChange={({ target }) => update({ title: target.value })}
            error={errorOf('title')}
          />
          <TextAreaField
            label="Summary"
            required
            rows={3}
            maxLength={300}
            value={values.description}
            onChange={({ target }) => update({ description: target.value })}
            error={errorOf('description')}
            hint="Shown under the title and by search engines."
          />
          <PictureField
            label="the page"
            picture={values.picture}
            onChange={(picture) => update({ picture })}
            isOptional
            error={errorWithin('picture')}
          />
        </div>
      </Panel>
      <Panel title="Sections">
        <PlaceholderHint />
        {errorOf('sections') && (
          <p className={styles.error} role="alert">
            {errorOf('sections')}
          </p>
        )}
        <OrderedList
          label="Sections"
          what="Section"
          items={values.sections}
          onChange={(sections) => update({ sections })}
          least={1}
          most={40}
          make={newSection}
        >
          {(section, at, change) => (
            <SectionForm section={section} field={`sections.${at}`} form={form} change={change} />
          )}
        </OrderedList>
      </Panel>
    </>
  )
}

interface SectionFormProps {
  section: Section
  field: string
  form: DocumentForm<PageValues>
  change: (part: Partial<Section>) => void
}

function SectionForm({ section, field, form, change }: SectionFormProps) {
  const { heading, body, table, isNew, id } = section
  return (
    <>
      <div className={styles.narrow}>
        <TextField
          label="Heading"
          required
          maxLength={120}
          value={heading}
          onChange={({ target }) =>
            change({
              heading: target.value,
              ...(isNew && { id: anchorOf(target.value) }),
            })
          }
          error={
            form.errorOf(`${field}.heading`) ?? form.errorOf(`${field}.id`) ?? form.errorOf(field)
          }
          hint={id && `Anchor: #${id}`}
        />
        <TextAreaField
          label="Text"
          rows={5}
          value={body}
          onChange={({ target }) => change({ body: target.value })}
          error={form.errorWithin(`${field}.body`)}
        />
      </div>
      {table ? (
        <TableForm
          label={heading || 'the section'}
          table={table}
          onChange={(changed) => change({ table: changed })}
          error={form.errorWithin(`${field}.table`)}
        />
      ) : (
        <Button kind="link" onClick={() => change({ table: emptyTable() })}>
          Add table
        </Button>
      )}
    </>
  )
}
