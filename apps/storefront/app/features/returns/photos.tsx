import { mostReturnPhotos } from '@solvane/contract/return-reasons'
import { Button, buttonClass } from '@solvane/ui/button'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import type { Return } from './return-texts.ts'
import styles from './returns.module.css'

/** What the shop takes as a photo. */
const takenTypes = 'image/jpeg,image/png,image/webp,image/avif'

interface PhotoFieldProps {
  photos: readonly File[]
  onChange: (photos: readonly File[]) => void
}

/** The photos that a shopper adds to a request. */
export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const left = mostReturnPhotos - photos.length
  return (
    <div className={styles.form}>
      {photos.length > 0 && (
        <ul className={styles.returns} aria-label="Photos">
          {photos.map((photo) => (
            <li key={`${photo.name} ${photo.lastModified}`} className={styles.card}>
              <span className={styles.text}>{photo.name}</span>
              <Button
                kind="link"
                aria-label={`Remove ${photo.name}`}
                onClick={() => onChange(photos.filter((one) => one !== photo))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p>
          <label className={`${buttonClass('secondary')} ${styles.add}`}>
            Add photos
            <VisuallyHidden>
              <input
                type="file"
                accept={takenTypes}
                multiple
                onChange={({ target }) => {
                  onChange([...photos, ...[...(target.files ?? [])].slice(0, left)])
                  target.value = ''
                }}
              />
            </VisuallyHidden>
          </label>
        </p>
      )}
    </div>
  )
}

type PhotoFacts = Return['photos'][number]

/** A photo needs its shopper's credentials, so it is fetched through the client. */
export function Photo({ returnId, photo }: { returnId: string; photo: PhotoFacts }) {
  const api = useApi()
  const session = useSessionId()
  const { data } = useQuery({
    queryKey: personalKey(session, 'return-photo', photo.id),
    queryFn: async ({ signal }) => {
      const params = { returnId, photoId: photo.id }
      const { data } = await api.call('getReturnPhoto', { params }, { signal })
      return `data:${data.type};base64,${data.base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const style = { aspectRatio: `${photo.width} / ${photo.height}`, background: photo.color }
  if (!data) return <span className={styles.photo} style={style} />
  return <img className={styles.photo} style={style} src={data} alt="Sent with this return" />
}
