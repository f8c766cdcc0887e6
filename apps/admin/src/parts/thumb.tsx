import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { useQuery } from '@tanstack/react-query'
import { api } from '../data/api.ts'
import styles from './thumb.module.css'

/** Twice the width it is shown at, in pixels. */
const width = 120

/** A picture of the catalogue, small; what it shows is said beside it. */
export function Thumb({ picture }: { picture: CatalogPicture }) {
  const { data } = useQuery({
    queryKey: ['site-settings'],
    queryFn: () => api.call('getSiteSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <span className={styles.thumb} />
  return (
    <img
      className={styles.thumb}
      src={pictureUrlAt(picture, width, data.data.assetsBaseUrl)}
      alt=""
      width={48}
      height={60}
      loading="lazy"
    />
  )
}
