import { Button } from '@solvane/ui/button'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import styles from './content.module.css'
import { newSection, type PageValues, type Section } from './page-values.ts'
import { anchorOf } from './paragraphs.ts'
import { PlaceholderHint } from './placeholder-hint.tsx'
import { emptyTable, TableForm } from './table-form.tsx'
import type { DocumentForm } from './use-document.ts'

/** Title, picture and sections of an information page. */
export function TextForm({ form }: { form: DocumentForm<PageValues> }) {
  const { values, update, wrong, wrongWithin } = form
  return (
    <>
      <Panel title="The page">
        <div className={styles.narrow}>
          <TextField
            label="Title"
            required
            maxLength={120}
            value={values.title}
            onChange={({ target }) => update({ title: target.value })}
            error={wrong('title')}
          />
          <TextAreaField
            label="In a sentence"
            required
            rows={3}
            maxLength={300}
            value={values.description}
            onChange={({ target }) => update({ description: target.value })}
            error={wrong('description')}
            hint="Under the title, and where search engines show the page."
          />
          <PictureField
            label="the page"
            picture={values.picture}
            onChange={(picture) => update({ picture })}
            isOptional
            error={wrongWithin('picture')}
          />
        </div>
      </Panel>
      <Panel title="Sections">
        <PlaceholderHint />
        {wrong('sections') && (
          <p className={styles.error} role="alert">
            {wrong('sections')}
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
          error={form.wrong(`${field}.heading`) ?? form.wrong(`${field}.id`) ?? form.wrong(field)}
          hint={id && `Linked to as #${id}`}
        />
        <TextAreaField
          label="Text"
          rows={5}
          value={body}
          onChange={({ target }) => change({ body: target.value })}
          error={form.wrongWithin(`${field}.body`)}
        />
      </div>
      {table ? (
        <TableForm
          label={heading || 'the section'}
          table={table}
          onChange={(changed) => change({ table: changed })}
          error={form.wrongWithin(`${field}.table`)}
        />
      ) : (
        <Button kind="link" onClick={() => change({ table: emptyTable() })}>
          Add a table
        </Button>
      )}
    </>
  )
}
