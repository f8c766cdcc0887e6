import { SelectField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import { pageSource } from './page-values.ts'
import { TextForm } from './text-form.tsx'

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
