const storageKey = 'listingPlaces'
/** Of how many visits the place is kept. */
const mostPlaces = 30
/** Pages asked for at once to come back to a place: who had read on further begins from there. */
const mostPages = 12

/** How far a visit to a listing has come: pages of pieces, and pixels from the top. */
export interface ListingPlace {
  pages: number
  top: number
}

/** Keeps in this tab how far the visit has come, for when its document is loaded again. */
export function keepPlace(visit: string, place: ListingPlace): void {
  try {
    const { [visit]: _, ...others } = readPlaces()
    const entries = [...Object.entries(others), [visit, place]].slice(-mostPlaces)
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Storage is full or forbidden: a document that is loaded again begins with its first page.
  }
}

/** How far the visit had come before its document was loaded again; null when it was not. */
export function keptPlace(visit: string): ListingPlace | null {
  const [navigation] = performance.getEntriesByType('navigation')
  const how = (navigation as PerformanceNavigationTiming | undefined)?.type
  if (how !== 'reload' && how !== 'back_forward') return null
  const place = readPlaces()[visit]
  return place ? { ...place, pages: Math.min(place.pages, mostPages) } : null
}

function readPlaces(): Record<string, ListingPlace> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? {}
  } catch {
    return {}
  }
}
