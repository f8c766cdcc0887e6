import { TextField } from '@solvane/ui/field'
import { OrderedList } from '../../parts/ordered-list.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import styles from './banner-form.module.css'
import { BannerPreview } from './banner-preview.tsx'
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
