import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import { useAssetsBase } from '../../parts/thumb.tsx'
import styles from './banner-form.module.css'
import { type HomeValues, newSlide, type Slide } from './home-values.ts'
import type { DocumentForm } from './use-document.ts'

/** The slides of the banner, each with a preview. */
export function BannerForm({ values, update, errorOf, errorWithin }: DocumentForm<HomeValues>) {
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
          <div className={styles.slide}>
            <div className={styles.fields}>
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
    <figure className={styles.preview} aria-label={`Preview of ${label}`}>
      <div className={styles.wide}>
        <Scene picture={slide.picture} width={1200} />
        <Caption slide={slide} />
      </div>
      <div className={styles.phone}>
        <Scene picture={slide.portrait ?? slide.picture} width={480} />
        <Caption slide={slide} />
      </div>
    </figure>
  )
}

function Scene({ picture, width }: { picture: CatalogPicture | null; width: number }) {
  const assetsBase = useAssetsBase()
  if (!picture || assetsBase === undefined) return <span className={styles.empty} />
  return <img className={styles.scene} src={pictureUrlAt(picture, width, assetsBase)} alt="" />
}

function Caption({ slide: { overline, title, ctas } }: { slide: Slide }) {
  return (
    <div className={styles.plate}>
      <p className={styles.overline}>{overline}</p>
      <p className={styles.title}>{title || 'Title'}</p>
      <span className={styles.button}>{ctas || 'Button'}</span>
    </div>
  )
}
