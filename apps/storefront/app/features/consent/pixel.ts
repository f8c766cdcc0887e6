import { randomUuid } from '@solvane/client/random-uuid'

/** Where the advertising pixel listens, and its id. */
interface Pixel {
  id: string
  url: string
}

/** The only five things that are ever told (decision P21), each with what goes along. */
interface PixelEvents {
  PageView: Record<never, never>
  AddToCart: { content_ids: string; content_name: string; value: string; currency: string }
  AddToWishlist: { content_ids: string }
  Search: { search_string: string }
  CompleteRegistration: Record<never, never>
}

export type PixelEvent = {
  [Name in keyof PixelEvents]: { name: Name; data: PixelEvents[Name] }
}[keyof PixelEvents]

/**
 * The address that tells `pixel` of one event on the page `page`. Query and fragment of the page
 * stay here: they may hold what a visitor typed.
 */
export function pixelAddress(pixel: Pixel, event: PixelEvent, page: URL, eventId: string): string {
  const address = new URL(pixel.url)
  const parameters = {
    id: pixel.id,
    ev: event.name,
    eid: eventId,
    dl: page.origin + page.pathname,
    ...Object.fromEntries(Object.entries(event.data).map(([key, value]) => [`cd[${key}]`, value])),
  }
  for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value)
  return address.href
}

/**
 * Tells the pixel, as a picture that is asked for and never shown: no script of another house runs
 * beside the shopper's session.
 */
export function sendPixelEvent(pixel: Pixel, event: PixelEvent, page: URL): void {
  new Image().src = pixelAddress(pixel, event, page, randomUuid())
}
