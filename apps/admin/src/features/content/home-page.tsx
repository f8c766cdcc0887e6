import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import { useAssetsBase } from '../../parts/thumb.tsx'
import bannerFormStyles from './banner-form.module.css'
import styles from './content.module.css'
import { type DocumentForm, DocumentPage } from './document-page.tsx'
import {
  type HomeValues,
  homeSource,
  newButton,
  newSlide,
  newTile,
  type Slide,
  type Tile,
} from './page-values.ts'

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
              <TextField
                label="Link"
                required={!isService}
                maxLength={500}
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
          <TextField
            label="Button link"
            required
            maxLength={500}
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

/** The slides of the banner, each with a preview. */
function BannerForm({ values, update, errorOf, errorWithin }: DocumentForm<HomeValues>) {
  return (
    <OrderedList
      label="Slides"
      what="Slide"
      items={values.banner}
      onChange={(banner) => update({ banner })}
      least={1}
      most={10}
      make={newSlide}
    >
      {(slide, at, change) => {
        const line = (
          name: 'overline' | 'title' | 'ctas' | 'link',
          label: string,
          most: number,
        ) => (
          <TextField
            label={label}
            required={name !== 'overline'}
            maxLength={most}
            value={slide[name]}
            onChange={({ target }) => change({ [name]: target.value } as Partial<Slide>)}
            error={errorOf(`banner.${at}.${name}`)}
          />
        )
        return (
          <div className={bannerFormStyles.slide}>
            <div className={bannerFormStyles.fields}>
              {line('overline', 'Line above the title', 60)}
              {line('title', 'Title', 120)}
              {line('ctas', 'Button text', 40)}
              {line('link', 'Button link', 500)}
              <PictureField
                label={`slide ${at + 1}`}
                picture={slide.picture}
                onChange={(picture) => change({ picture } as Partial<Slide>)}
                error={errorWithin(`banner.${at}.picture`)}
              />
              <PictureField
                label={`slide ${at + 1} on phones`}
                picture={slide.portrait}
                onChange={(portrait) => change({ portrait } as Partial<Slide>)}
                isOptional
                error={errorWithin(`banner.${at}.portrait`)}
              />
            </div>
            <BannerPreview slide={slide} label={`slide ${at + 1}`} />
          </div>
        )
      }}
    </OrderedList>
  )
}

/** A preview of a slide on a wide screen and on a phone. */
function BannerPreview({ slide, label }: { slide: Slide; label: string }) {
  return (
    <figure className={bannerFormStyles.preview} aria-label={`Preview of ${label}`}>
      <div className={bannerFormStyles.wide}>
        <Scene picture={slide.picture} width={1200} />
        <Caption slide={slide} />
      </div>
      <div className={bannerFormStyles.phone}>
        <Scene picture={slide.portrait ?? slide.picture} width={480} />
        <Caption slide={slide} />
      </div>
    </figure>
  )
}

function Scene({ picture, width }: { picture: CatalogPicture | null; width: number }) {
  const assetsBase = useAssetsBase()
  if (!picture || assetsBase === undefined) return <span className={bannerFormStyles.empty} />
  return (
    <img className={bannerFormStyles.scene} src={pictureUrlAt(picture, width, assetsBase)} alt="" />
  )
}

function Caption({ slide: { overline, title, ctas } }: { slide: Slide }) {
  return (
    <div className={bannerFormStyles.plate}>
      <p className={bannerFormStyles.overline}>{overline}</p>
      <p className={bannerFormStyles.title}>{title || 'Title'}</p>
      <span className={bannerFormStyles.button}>{ctas || 'Button'}</span>
    </div>
  )
}

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
