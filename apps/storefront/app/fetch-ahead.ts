import { type Api, createApi, type Transport } from '@solvane/client/api'
import { matchRoutes, RouterContextProvider } from 'react-router'
import { apiContext } from './lib/api/loader.ts'
import type { RouteHandle } from './routes/layout.tsx'
import { routes } from './routes.ts'

/** Pages whose code and data are fetched ahead: they are the same for every shopper. */
const pages = new Set(['app/routes/listing.tsx', 'app/routes/product.tsx'])
/** Milliseconds on a link after which a visit is expected: a pointer passes over many, and a scroll begins as a touch. */
const pauses = { rest: 80, touch: 30 }
/** Milliseconds for which fetched data is used. */
const freshFor = 30_000

interface Kept {
  answer: Promise<unknown>
  until: number
}

/** A link that is likely to be followed. */
interface Expected {
  link: HTMLAnchorElement
  timer: ReturnType<typeof setTimeout>
  left: AbortController
}

/**
 * Fetches the code and the data of listings and products once a pointer rests on a link to them, touches it or
 * the focus is on it; stops when it leaves again, and fetches nothing for shoppers who save data. `sendAsGuest`
 * sends without session, so that nothing personal is fetched. Returns the client for the loaders of visits:
 * it uses each answer once and sends everything else by `send`.
 */
export function fetchAhead(send: Transport, sendAsGuest: Transport): Api {
  const kept = new Map<string, Kept>()
  const keyOf = (...[name, input]: Parameters<Transport>) => JSON.stringify([name, input])
  let expected: Expected | undefined

  async function fetchPage(address: string, signal: AbortSignal) {
    for (const [key, { until }] of kept) if (until < Date.now()) kept.delete(key)
    const api = createApi((...request) => {
      const key = keyOf(...request)
      const known = kept.get(key)
      if (known) return known.answer
      const answer = sendAsGuest(request[0], request[1], { signal })
      kept.set(key, { answer, until: Date.now() + freshFor })
      answer.catch(() => kept.delete(key))
      return answer
    })
    const context = new RouterContextProvider(new Map([[apiContext, api]]))
    const url = new URL(address)
    const { route, params } = matchRoutes(routes, url)?.at(-1) ?? {}
    if (!route || !pages.has((route.handle as RouteHandle | undefined)?.file ?? '')) return
    // A failure is ignored here: following the link fails again, and shows it.
    await Promise.allSettled([
      typeof route.lazy === 'function' && route.lazy(),
      typeof route.loader === 'function' &&
        route.loader({
          context,
          params: params ?? {},
          request: new Request(url),
          url,
          pattern: '',
        }),
    ])
  }

  function expectVisit(link: HTMLAnchorElement, pause: number) {
    if (link === expected?.link) return
    leave()
    // A link to the next page of a listing loads it in place.
    if (savesData() || link.target || link.rel === 'next' || !isElsewhere(link)) return
    const left = new AbortController()
    const timer = setTimeout(() => void fetchPage(link.href, left.signal), pause)
    expected = { link, timer, left }
  }

  /** Cancels pending requests; finished ones stay usable. */
  function leave() {
    clearTimeout(expected?.timer)
    expected?.left.abort()
    expected = undefined
  }

  const linkAt = ({ target }: Event) => (target as Element).closest?.<HTMLAnchorElement>('a[href]')

  function onExpected(event: PointerEvent | FocusEvent) {
    const link = linkAt(event)
    if (link) expectVisit(link, isTouch(event) ? pauses.touch : pauses.rest)
  }
  function onLeft(event: PointerEvent | FocusEvent) {
    const staysOn = expected?.link.contains(event.relatedTarget as Node | null)
    // A finger that is lifted leaves its link before the click.
    const isLifted = event.type === 'pointerout' && isTouch(event)
    if (expected && linkAt(event) === expected.link && !staysOn && !isLifted) leave()
  }
  for (const type of ['pointerover', 'focusin'] as const) addEventListener(type, onExpected)
  for (const type of ['pointerout', 'pointercancel', 'focusout'] as const)
    addEventListener(type, onLeft)

  return createApi((...request) => {
    // The visit has begun: leaving the link no longer cancels its requests.
    clearTimeout(expected?.timer)
    expected = undefined
    const key = keyOf(...request)
    const known = kept.get(key)
    kept.delete(key)
    if (!known || known.until < Date.now()) return send(...request)
    return known.answer.catch(() => send(...request))
  })
}

const isTouch = (event: PointerEvent | FocusEvent) =>
  'pointerType' in event && event.pointerType === 'touch'

/** Whether a link leads to another page of the shop. */
function isElsewhere({ origin, pathname, search }: HTMLAnchorElement): boolean {
  return origin === location.origin && pathname + search !== location.pathname + location.search
}

/** Whether the shopper has asked the browser to load as little as possible. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
