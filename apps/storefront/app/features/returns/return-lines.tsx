import type { CatalogPicture } from '@solvane/client/image-urls'
import { mostReturnPhotos } from '@solvane/contract/return-reasons'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './returns.module.css'
import { optionsOf, type Return } from './returns.ts'

interface ReturnLineProps {
  line: {
    name: string
    picture: CatalogPicture
    attributeValues: Readonly<Record<string, string>>
    quantity: number
    value: number
  }
  /** Under its name. */
  children?: ReactNode
}

/** A line of a return with its picture, and what was paid for it. */
export function ReturnLine({ line, children }: ReturnLineProps) {
  const { name, picture, attributeValues, quantity, value } = line
  return (
    <div className={styles.product}>
      <ShopPicture picture={picture} alt="" sizes="72px" fit="cover" className={styles.image} />
      <div>
        <h3 className={styles.name}>{quantity === 1 ? name : `${name} × ${quantity}`}</h3>
        <span className={styles.options}>{optionsOf(attributeValues)}</span>
        {children}
      </div>
      <span className={styles.amount}>{formatMoney(value)}</span>
    </div>
  )
}

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
