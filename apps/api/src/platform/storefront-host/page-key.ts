/** No empty or trailing segments, no capitals, which no page has, and every character written in its one way. */
function tidied(path: string): string {
  const whole = path.replace(/[/\\]{2,}/g, '/').replace(/(?<=.)\/$/, '')
  try {
    return whole
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment).toLowerCase()))
      .join('/')
  } catch {
    return whole
  }
}

/** Where a request goes: to the page with this key, or away to a tidier address. */
export type PageKey = { key: string } | { moveTo: string }

/**
 * The one form of a page's address: no empty or trailing path segments and one spelling of each (others are moved),
 * known query parameters only, sorted. Two requests with the same key get the same page; without
 * this any caller could fill the cache with copies. `target` is the request's path and query.
 */
export function pageKey(target: string, knownParameters: ReadonlySet<string>): PageKey {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const tidy = tidied(path)
  if (tidy !== path) return { moveTo: tidy + (cut < 0 ? '' : target.slice(cut)) }
  if (cut < 0) return { key: path }
  const known = [...new URLSearchParams(target.slice(cut + 1))]
    .filter(([name, value]) => value !== '' && knownParameters.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return { key: known.length ? `${path}?${new URLSearchParams(known)}` : path }
}
