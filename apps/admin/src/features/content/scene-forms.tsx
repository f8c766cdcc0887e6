import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { SelectField, TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import { Thumb, useAssetsBase } from '../../parts/thumb.tsx'
import bannerFormStyles from './banner-form.module.css'
import styles from './content.module.css'
import type { DocumentForm } from './document-page.tsx'
import { LinkField } from './link-field.tsx'
import {
  type HomeValues,
  newHours,
  newSlide,
  newStory,
  type Slide,
  type SlideHours,
  type Story,
} from './page-values.ts'

interface SceneSummaryProps {
  name: string
  /** Where it leads, or when it is shown. */
  note: string
  picture: CatalogPicture | null
}

/** A slide, story or tile in a line, with its picture. */
export function SceneSummary({ name, note, picture }: SceneSummaryProps) {
  return (
    <span className={styles.product}>
      {picture && <Thumb picture={picture} />}
      <span>
        {name}
        <span className={styles.note}>{note}</span>
      </span>
    </span>
  )
}

interface SceneFieldsProps<Scene extends Slide | Story | SlideHours> {
  scene: Scene
  /** The field of the scene: `banner.0`, `stories.1`, `banner.0.hours.1`. */
  field: string
  /** Names its pictures. */
  label: string
  change: (changed: Partial<Scene>) => void
  form: DocumentForm<HomeValues>
}

/** The words, the button and the pictures of a slide or a story, which has a text too. */
function SceneFields<Scene extends Slide | Story>(props: SceneFieldsProps<Scene>) {
  const { scene, field, change, form } = props
  const line = (name: 'overline' | 'title' | 'text' | 'ctas', title: string, most: number) => (
    <TextField
      label={title}
      required={name !== 'overline' && name !== 'text'}
      maxLength={most}
      value={(scene as Story)[name]}
      onChange={({ target }) => change({ [name]: target.value } as Partial<Scene>)}
      error={form.errorOf(`${field}.${name}`)}
    />
  )
  return (
    <>
      {line('overline', 'Line above the title', 60)}
      {line('title', 'Title', 120)}
      {'text' in scene && line('text', 'Text', 300)}
      {line('ctas', 'Button text', 40)}
      <LinkField
        label="Button link"
        required
        value={scene.link}
        onChange={({ target }) => change({ link: target.value } as Partial<Scene>)}
        error={form.errorOf(`${field}.link`)}
      />
      <ScenePictures {...props} />
    </>
  )
}

/** The picture of a scene and its crop for phones. */
function ScenePictures<Scene extends Slide | Story | SlideHours>(props: SceneFieldsProps<Scene>) {
  const { scene, field, label, change, form } = props
  return (
    <>
      <PictureField
        label={label}
        picture={scene.picture}
        onChange={(picture) => change({ picture } as Partial<Scene>)}
        error={form.errorWithin(`${field}.picture`)}
      />
      <PictureField
        label={`${label} on phones`}
        picture={scene.portrait}
        onChange={(portrait) => change({ portrait } as Partial<Scene>)}
        isOptional
        error={form.errorWithin(`${field}.portrait`)}
      />
    </>
  )
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

interface HoursFormProps {
  slide: Slide
  /** The field and the name of the slide. */
  field: string
  label: string
  onChange: (hours: SlideHours[]) => void
  form: DocumentForm<HomeValues>
}

/** Other pictures of a slide at some hours of the day. */
function HoursForm({ slide, field, label, onChange, form }: HoursFormProps) {
  return (
    <OrderedList
      label={`Other pictures of ${label}`}
      what="Time of day"
      items={slide.hours}
      onChange={onChange}
      most={6}
      make={newHours}
      summary={({ from, until, picture }) => (
        <SceneSummary
          name="Time of day"
          note={`${clock(from)} to ${clock(until)}`}
          picture={picture}
        />
      )}
      foldedUnless={(at) => form.errorWithin(`${field}.hours.${at}`) !== undefined}
    >
      {(hours, at, change) => {
        const scene = `${field}.hours.${at}`
        const pick = (name: 'from' | 'until', title: string) => (
          <SelectField
            label={title}
            required
            value={hours[name]}
            onChange={({ target }) => change({ [name]: Number(target.value) })}
            error={form.errorOf(`${scene}.${name}`)}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
              <option key={hour} value={hour}>
                {clock(hour)}
              </option>
            ))}
          </SelectField>
        )
        return (
          <>
            <div className={styles.columns}>
              {pick('from', 'Shown from')}
              {pick('until', 'Shown until')}
            </div>
            <div className={styles.columns}>
              <ScenePictures
                scene={hours}
                field={scene}
                label={`${label}, time of day ${at + 1}`}
                change={change}
                form={form}
              />
            </div>
          </>
        )
      }}
    </OrderedList>
  )
}

/** The slides of the banner, each with a preview. */
export function BannerForm({ form }: { form: DocumentForm<HomeValues> }) {
  return (
    <OrderedList
      label="Slides"
      what="Slide"
      items={form.values.banner}
      onChange={(banner) => form.update({ banner })}
      least={1}
      most={10}
      make={newSlide}
      summary={({ title, link, picture }) => (
        <SceneSummary name={title || 'New slide'} note={link} picture={picture} />
      )}
      foldedUnless={(at) => form.errorWithin(`banner.${at}`) !== undefined}
    >
      {(slide, at, change) => {
        const label = `slide ${at + 1}`
        return (
          <div className={bannerFormStyles.slide}>
            <div className={bannerFormStyles.fields}>
              <SceneFields
                scene={slide}
                field={`banner.${at}`}
                label={label}
                change={change}
                form={form}
              />
            </div>
            <BannerPreview slide={slide} label={label} />
            <div className={bannerFormStyles.hours}>
              <p className={styles.hint}>
                A slide may have other pictures at some hours, in the time zone of the shop’s
                settings. Of several, the first is shown.
              </p>
              <HoursForm
                slide={slide}
                field={`banner.${at}`}
                label={label}
                onChange={(hours) => change({ hours })}
                form={form}
              />
            </div>
          </div>
        )
      }}
    </OrderedList>
  )
}

/** The stories of the home page and of listings. */
export function StoriesForm({ form }: { form: DocumentForm<HomeValues> }) {
  return (
    <OrderedList
      label="Stories"
      what="Story"
      items={form.values.stories}
      onChange={(stories) => form.update({ stories })}
      most={24}
      make={newStory}
      summary={({ title, link, picture }) => (
        <SceneSummary name={title || 'New story'} note={link} picture={picture} />
      )}
      foldedUnless={(at) => form.errorWithin(`stories.${at}`) !== undefined}
    >
      {(story, at, change) => (
        <SceneFields
          scene={story}
          field={`stories.${at}`}
          label={`story ${at + 1}`}
          change={change}
          form={form}
        />
      )}
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
