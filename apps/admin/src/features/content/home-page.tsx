import { TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import styles from './content.module.css'
import { type DocumentForm, DocumentPage } from './document-page.tsx'
import { LinkField, ShopPaths } from './link-field.tsx'
import { type HomeValues, homeSource, newButton, newTile, type Tile } from './page-values.ts'
import { BannerForm, SceneSummary, StoriesForm } from './scene-forms.tsx'

interface TilesFormProps {
  form: DocumentForm<HomeValues>
  name: 'categoryTiles' | 'serviceTiles'
}

/** The tiles of a block; service tiles have text and buttons too. */
function TilesForm({ form, name }: TilesFormProps) {
  const isService = name === 'serviceTiles'
  const tiles = form.values[name]
  return (
    <OrderedList<Tile>
      label={isService ? 'Service tiles' : 'Category tiles'}
      what={isService ? 'Service' : 'Tile'}
      items={tiles}
      onChange={(changed) => form.update({ [name]: changed })}
      most={isService ? 12 : 24}
      make={newTile}
      summary={({ name, link, picture }) => (
        <SceneSummary name={name || 'New tile'} note={link} picture={picture} />
      )}
      foldedUnless={(at) => form.errorWithin(`${name}.${at}`) !== undefined}
    >
      {(tile, at, change) => {
        const field = `${name}.${at}`
        return (
          <>
            <div className={styles.columns}>
              <TextField
                label="Name"
                required
                maxLength={80}
                value={tile.name}
                onChange={({ target }) => change({ name: target.value })}
                error={form.errorOf(`${field}.name`)}
              />
              <LinkField
                label="Link"
                required={!isService}
                value={tile.link}
                onChange={({ target }) => change({ link: target.value })}
                error={form.errorOf(`${field}.link`)}
              />
            </div>
            {isService && (
              <TextField
                label="Text"
                maxLength={200}
                value={tile.text}
                onChange={({ target }) => change({ text: target.value })}
                error={form.errorOf(`${field}.text`)}
              />
            )}
            <PictureField
              label={tile.name || `tile ${at + 1}`}
              picture={tile.picture}
              onChange={(picture) => change({ picture })}
              error={form.errorWithin(`${field}.picture`)}
            />
            {isService && (
              <Buttons
                tile={tile}
                onChange={(buttons) => change({ buttons })}
                errorOf={(name) => form.errorOf(`${field}.buttons.${name}`)}
              />
            )}
          </>
        )
      }}
    </OrderedList>
  )
}

interface ButtonsProps {
  tile: Tile
  onChange: (buttons: Tile['buttons']) => void
  errorOf: (field: string) => string | undefined
}

function Buttons({ tile, onChange, errorOf }: ButtonsProps) {
  return (
    <OrderedList
      label={`Buttons of ${tile.name}`}
      what="Button"
      items={tile.buttons}
      onChange={onChange}
      most={3}
      make={newButton}
    >
      {(button, at, change) => (
        <div className={styles.columns}>
          <TextField
            label="Button text"
            required
            maxLength={60}
            value={button.name}
            onChange={({ target }) => change({ name: target.value })}
            error={errorOf(`${at}.name`) ?? errorOf(String(at))}
          />
          <LinkField
            label="Button link"
            required
            value={button.link}
            onChange={({ target }) => change({ link: target.value })}
            error={errorOf(`${at}.link`)}
            hint="{contactUrl} is the shop’s messaging contact."
          />
        </div>
      )}
    </OrderedList>
  )
}

/** /home-page: banner, stories, tiles and titles. */
export function HomePage() {
  return (
    <DocumentPage title="Home page" source={homeSource} shownAt="/">
      {(form) => (
        <>
          <ShopPaths />
          <Panel title="Banner">
            <BannerForm form={form} />
          </Panel>
          <Panel title="Stories">
            <p className={styles.hint}>
              The first stands below the category tiles, the second between the two blocks of
              products. The first whose link leads to a part of a category stands in the listing of
              that category too.
            </p>
            <StoriesForm form={form} />
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
