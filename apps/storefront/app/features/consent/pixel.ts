import { randomUuid } from '@solvane/client/random-uuid'

/** The address and the id of the advertising pixel. */
interface Pixel {
  id: string
  url: string
}

/** The only five events that are sent, each with its data. */
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
 * The address that reports one event on `page` to `pixel`. Query and fragment of the page
 * are left out: they may hold a shopper's input. So is the token of a selection's page.
 */
export function pixelAddress(pixel: Pixel, event: PixelEvent, page: URL, eventId: string): string {
  const address = new URL(pixel.url)
  const parameters = {
    id: pixel.id,
    ev: event.name,
    eid: eventId,
    dl: page.origin + page.pathname.replace(/^\/s\/.*/, '/s'),
    ...Object.fromEntries(Object.entries(event.data).map(([key, value]) => [`cd[${key}]`, value])),
  }
  for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value)
  return address.href
}

/**
 * Sends the event as a request for a picture that is never shown: no third-party script runs
 * beside the shopper's session.
 */
export function sendPixelEvent(pixel: Pixel, event: PixelEvent, page: URL): void {
  new Image().src = pixelAddress(pixel, event, page, randomUuid())
}
