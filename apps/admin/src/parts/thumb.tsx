import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { useQuery } from '@tanstack/react-query'
import { api } from '../data/api.ts'
import styles from './thumb.module.css'

/** The base address of pictures; undefined while it is loaded. */
export function useAssetsBase(): string | undefined {
  const { data } = useQuery({
    queryKey: ['site-settings'],
    queryFn: () => api.call('getSiteSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.data.assetsBaseUrl
}

/** Twice the displayed width, in pixels. */
const width = 120

interface ThumbProps {
  picture: CatalogPicture
  /** For pages that are printed before all of them have been in view. */
  isEager?: boolean
}

/** A small product picture; the text beside it names the product. */
export function Thumb({ picture, isEager = false }: ThumbProps) {
  const assetsBase = useAssetsBase()
  if (assetsBase === undefined) return <span className={styles.thumb} />
  return (
    <img
      className={styles.thumb}
      src={pictureUrlAt(picture, width, assetsBase)}
      alt=""
      width={48}
      height={60}
      loading={isEager ? 'eager' : 'lazy'}
    />
  )
}
