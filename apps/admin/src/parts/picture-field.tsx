import type { CatalogPicture } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './picture-field.module.css'
import { Thumb } from './thumb.tsx'

interface PictureFieldProps {
  /** What it is the picture of: "Slide 1". */
  label: string
  picture: CatalogPicture | null
  onChange: (picture: CatalogPicture | null) => void
  /** It may be left out. */
  isOptional?: boolean
  error?: string | undefined
}

/** A picture, chosen or uploaded, with its alt text. */
export function PictureField({ label, picture, onChange, isOptional, error }: PictureFieldProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className={styles.field}>
      {picture && <Thumb picture={picture} />}
      <div className={styles.text}>
        {picture && (
          <TextField
            label={`Alt text of ${label}`}
            required
            maxLength={300}
            value={picture.alt}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
        )}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <span className={styles.buttons}>
          <Button
            kind="link"
            aria-label={`${picture ? 'Change' : 'Choose'} picture of ${label}`}
            onClick={() => setIsChoosing(true)}
          >
            {picture ? 'Change' : 'Choose'} picture
          </Button>
          {isOptional && picture && (
            <Button
              kind="link"
              aria-label={`Remove picture of ${label}`}
              onClick={() => onChange(null)}
            >
              Remove
            </Button>
          )}
        </span>
      </div>
      {isChoosing && (
        <PictureDialog
          label={label}
          onClose={() => setIsChoosing(false)}
          onChosen={(chosen) => {
            onChange(chosen)
            setIsChoosing(false)
          }}
        />
      )}
    </div>
  )
}
