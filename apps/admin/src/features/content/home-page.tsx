import { TextField } from '@solvane/ui/field'
import { Panel } from '../../parts/panel.tsx'
import { BannerForm } from './banner-form.tsx'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import { type HomeValues, homeSource } from './home-values.ts'
import { TilesForm } from './tiles-form.tsx'
import type { DocumentForm } from './use-document.ts'

/** /home-page: banner, tiles and titles. */
export function HomePage() {
  return (
    <DocumentPage title="Home page" source={homeSource} shownAt="/">
      {(form) => (
        <>
          <Panel title="Banner">
            <BannerForm {...form} />
          </Panel>
          <Panel title="Category tiles">
            <Line form={form} name="categoriesTitle" label="Title above the tiles" />
            <TilesForm form={form} name="categoryTiles" />
          </Panel>
          <Panel title="Service tiles">
            <Line form={form} name="servicesTitle" label="Title above the services" />
            <Line form={form} name="servicesCaption" label="Subtitle" most={200} isOptional />
            <TilesForm form={form} name="serviceTiles" />
          </Panel>
          <Panel title="Titles of featured products">
            <div className={styles.columns}>
              <Line form={form} name="trendingTitle" label="Above the first block" />
              <Line form={form} name="newInTitle" label="Above the second block" />
            </div>
          </Panel>
        </>
      )}
    </DocumentPage>
  )
}

type TitleName =
  | 'categoriesTitle'
  | 'servicesTitle'
  | 'servicesCaption'
  | 'trendingTitle'
  | 'newInTitle'

interface LineProps {
  form: DocumentForm<HomeValues>
  name: TitleName
  label: string
  most?: number
  isOptional?: boolean
}

function Line({ form, name, label, most = 80, isOptional = false }: LineProps) {
  return (
    <TextField
      label={label}
      required={!isOptional}
      maxLength={most}
      value={form.values[name]}
      onChange={({ target }) => form.update({ [name]: target.value })}
      error={form.errorOf(name)}
    />
  )
}
