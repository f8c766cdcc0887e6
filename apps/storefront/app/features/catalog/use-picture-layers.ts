import { useEffect, useRef, useState } from 'react'
import type { ProductPicture } from './product-pictures.ts'

/** One set of pictures in the gallery. */
export interface PictureLayer {
  key: string
  pictures: readonly ProductPicture[]
  /** `waiting` ones load out of sight, the `leaving` one fades away over the one that is shown. */
  state: 'waiting' | 'shown' | 'leaving'
  /** It was there when the page came. */
  isFirst: boolean
}

const keyOf = (pictures: readonly ProductPicture[]) => pictures.map(({ src }) => src).join()

/**
 * The sets of pictures to render so that a picture never gives way to nothing: another set loads out
 * of sight and takes the place of the shown one once all its pictures are decoded. `next` loads ahead.
 */
export function usePictureLayers(
  pictures: readonly ProductPicture[],
  next: readonly ProductPicture[] | undefined,
) {
  const wanted = keyOf(pictures)
  const [shown, setShown] = useState<Omit<PictureLayer, 'state'>>({
    key: wanted,
    pictures,
    isFirst: true,
  })
  const [leaving, setLeaving] = useState<Omit<PictureLayer, 'state'> | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the pictures
  useEffect(() => {
    if (wanted === shown.key) return
    let isCurrent = true
    const images = elements.current.get(wanted)?.querySelectorAll('img') ?? []
    // One that can't be loaded must not keep the others back.
    void Promise.allSettled([...images].map((image) => image.decode())).then(() => {
      if (!isCurrent) return
      setLeaving(shown)
      setShown({ key: wanted, pictures, isFirst: false })
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, shown])

  const layers: PictureLayer[] = [{ ...shown, state: 'shown' }]
  const add = (layer: Omit<PictureLayer, 'state'>, state: PictureLayer['state']) => {
    if (layers.every(({ key }) => key !== layer.key)) layers.push({ ...layer, state })
  }
  add({ key: wanted, pictures, isFirst: false }, 'waiting')
  if (leaving) add(leaving, 'leaving')
  if (next && next.length > 0) {
    add({ key: keyOf(next), pictures: next, isFirst: false }, 'waiting')
  }
  return {
    shown: shown.pictures,
    shownKey: shown.key,
    // In an order of their own: an element that is moved would forget how far it was swiped.
    layers: layers.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    /** To be called with the element of a layer. */
    keep: (key: string, element: HTMLElement | null) => {
      if (element) elements.current.set(key, element)
      else elements.current.delete(key)
    },
    /** The leaving layer has faded. */
    drop: () => setLeaving(null),
  }
}
