import { useCallback } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { readConsent } from './consent-choice.ts'
import type { PixelEvent } from './pixel.ts'

/**
 * Gives the function that tells the advertising pixel of an event. Without a pixel, and without the
 * visitor's consent, it loads nothing and tells nothing.
 */
export function useTrack(): (event: PixelEvent) => void {
  const { pixel } = useLayoutData().settings
  return useCallback(
    (event) => {
      if (!pixel || readConsent() !== 'granted') return
      const page = new URL(window.location.href)
      import('./pixel.ts').then(
        ({ tellPixel }) => tellPixel(pixel, event, page),
        // What cannot be loaded tells nothing; nobody misses it.
        () => {},
      )
    },
    [pixel],
  )
}
