import { Button, IconButton } from '@solvane/ui/button'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import styles from './content.module.css'
import { type DocumentForm, DocumentPage, PlaceholderHint } from './document-page.tsx'
import {
  anchorOf,
  newSection,
  type PageValues,
  pageSource,
  type Section,
  type TableValues,
} from './page-values.ts'

const mostColumns = 12
const mostRows = 100

const emptyTable = (): TableValues => ({
  columns: ['', ''],
  rows: [keyed({ cells: ['', ''] })],
})

interface TableFormProps {
  /** The name of the section with the table. */
  label: string
  table: TableValues
  onChange: (table: TableValues | null) => void
  error: string | undefined
}

/** Edits the table of a section. */
function TableForm({ label, table, onChange, error }: TableFormProps) {
  const { columns, rows } = table
  const withoutColumn = (at: number): TableValues => ({
    columns: columns.toSpliced(at, 1),
    rows: rows.map((row) => ({ ...row, cells: row.cells.toSpliced(at, 1) })),
  })
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.grid} aria-label={`Table of ${label}`}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no key but its position
                <th key={at} scope="col">
                  <span className={styles.column}>
                    <input
                      className={styles.control}
                      aria-label={`Column ${at + 1}`}
                      maxLength={60}
                      value={column}
                      onChange={({ target }) =>
                        onChange({ ...table, columns: columns.with(at, target.value) })
                      }
                    />
                    <IconButton
                      label={`Remove column ${at + 1}`}
                      disabled={columns.length === 1}
                      onClick={() => onChange(withoutColumn(at))}
                    >
                      <CloseIcon size={12} />
                    </IconButton>
                  </span>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.key}>
                {row.cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no key but its column
                  <td key={place}>
                    <input
                      className={styles.control}
                      aria-label={`${columns[place] || `Column ${place + 1}`}, row ${at + 1}`}
                      maxLength={120}
                      value={cell}
                      onChange={({ target }) => {
                        const cells = row.cells.with(place, target.value)
                        onChange({ ...table, rows: rows.with(at, { ...row, cells }) })
                      }}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    label={`Remove row ${at + 1}`}
                    onClick={() => onChange({ ...table, rows: rows.toSpliced(at, 1) })}
                  >
                    <CloseIcon size={12} />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        {rows.length < mostRows && (
          <Button
            kind="link"
            onClick={() =>
              onChange({ ...table, rows: [...rows, keyed({ cells: columns.map(() => '') })] })
            }
          >
            Add row
          </Button>
        )}
        {columns.length < mostColumns && (
          <Button
            kind="link"
            onClick={() =>
              onChange({
                columns: [...columns, ''],
                rows: rows.map((row) => ({ ...row, cells: [...row.cells, ''] })),
              })
            }
          >
            Add column
          </Button>
        )}
        <Button kind="link" onClick={() => onChange(null)}>
          Remove table
        </Button>
      </div>
    </>
  )
}

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
  const { heading, body, table, picture, isNew, id } = section
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
        <PictureField
          label={heading || 'the section'}
          picture={picture}
          onChange={(changed) => change({ picture: changed })}
          isOptional
          error={form.errorWithin(`${field}.picture`)}
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
