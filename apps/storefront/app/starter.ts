// Starts the client, and is all that a page loads of it until then. Served as a small file of its
// own without imports.
//
// The client waits for the first paint, and for the pictures that a page opens with: on a slow network
// they would compete, and what is seen matters more. The first touch of the page does not wait, and a
// button clicked before hydration is clicked again after it, unless its form was changed meanwhile.
// Of a page of one shopper the first answers and the client are requested meanwhile, if someone is signed in:
// no pictures are in the document.
//
// Files that fail to load are requested again. They are fetched before they are imported: browsers
// remember a module that failed, and never request it again while the page is open.

/** The longest wait for a picture, in milliseconds. */
const patience = 3_000
/** Pauses before failed files are requested again, in milliseconds; then at the next touch. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000]
const touches = ['pointerdown', 'keydown', 'focusin'] as const

const {
  entry = '',
  modules = '',
  shopperModules = '',
  requests = '',
} = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}
const program = modules.split(' ').filter(Boolean)
const missing = new Set(program)
/** The token for a personal page, if someone is signed in. */
const signedInToken = shopperModules ? validToken() : null
let isUnderWay = false
let fetching: Promise<unknown> | undefined
let failures = 0
let pressed: HTMLElement | undefined
let notice: HTMLElement | undefined

/** Requests the first answers of a page of one shopper; the program finds them in `earlyAnswers`. */
function requestAnswers(token: string) {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  globalThis.earlyAnswers = new Map(
    requests
      .split(' ')
      .filter(Boolean)
      .map((url) => {
        const response = fetch(url, { headers, credentials: 'include' }).then(
          // The answer is read, so that it ends even if nobody uses it.
          async (answer) => new Response(await answer.blob(), answer),
        )
        response.catch(() => {})
        return [url, { response, authorization: headers.authorization, at: Date.now() }]
      }),
  )
}

/** Loads the files of a page of one shopper; the program finds them in `earlyFiles`, and does not wait for them. */
function loadForShopper() {
  globalThis.earlyFiles ??= new Map(
    shopperModules.split(' ').map((file) => {
      const loading = load(file)
      loading.catch(() => {})
      return [file, loading]
    }),
  )
}

/** The access token, a JWT, unless it has expired. */
function validToken(): string | null {
  try {
    const token = localStorage.getItem('accessToken') ?? ''
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return JSON.parse(atob(claims)).exp * 1_000 > Date.now() ? token : null
  } catch {
    return null
  }
}

async function begin() {
  if (isUnderWay) return
  isUnderWay = true
  try {
    if (signedInToken) setTimeout(prepareIntl)
    await fetchProgram()
    // One task for each file, after its imports: in a single one they would keep a touch waiting.
    for (const file of program) {
      await import(/* @vite-ignore */ file)
      await new Promise((resolve) => setTimeout(resolve))
    }
    const client: typeof import('./entry-client.tsx') = await import(/* @vite-ignore */ entry)
    await client.start()
    end()
  } catch (error) {
    reportError(error)
    isUnderWay = false
    const pause = pauses[failures]
    failures += 1
    if (pause) setTimeout(begin, pause)
    if (pressed) announceWaiting()
  }
}

/** Fetches what is missing of the program. */
function fetchProgram(): Promise<unknown> {
  fetching ??= Promise.all([...missing].map(fetchFile)).finally(() => {
    fetching = undefined
  })
  if (signedInToken) loadForShopper()
  return fetching
}

/**
 * The first use of `Intl` keeps a slow phone busy for 30 ms, and days and countries need it: while the program is on
 * its way, and not in the task that renders them.
 */
function prepareIntl() {
  Intl.NumberFormat('en')
}

async function fetchFile(file: string) {
  await load(file)
  missing.delete(file)
}

/** Loads a file into the browser's cache, where the import finds it. */
async function load(file: string): Promise<void> {
  const response = await fetch(file)
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  await response.arrayBuffer()
}

/**
 * Links work without the client; buttons do nothing yet. Both show at once that they were clicked, links
 * until their page arrives.
 */
function keepPress(event: MouseEvent) {
  const control = (event.target as Element).closest<HTMLElement>('button, a[href]')
  if (!control || (control instanceof HTMLAnchorElement && !leadsAway(control, event))) return
  release()
  pressed = control
  control.setAttribute('aria-busy', 'true')
  control.dataset.kept = ''
  if (control instanceof HTMLAnchorElement) return
  event.preventDefault()
  if (failures) announceWaiting()
}

/**
 * Forgets the click on the button of a form that the shopper goes on filling in: it would send
 * half-typed text.
 */
function forgetPress({ target }: Event) {
  if (!(pressed instanceof HTMLButtonElement) || !pressed.form?.contains(target as Node)) return
  release()
  pressed = undefined
}

/** Whether clicking this link leaves the page: not for another tab, another program or a place on it. */
function leadsAway({ target, protocol, href }: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  const [page] = location.href.split('#')
  return isPlain && target === '' && protocol.startsWith('http') && !href.startsWith(`${page}#`)
}

/** Removes the pending state from the clicked control. */
function release() {
  pressed?.removeAttribute('aria-busy')
  delete pressed?.dataset.kept
}

/** Announces that the clicked button cannot do anything for the moment. */
function announceWaiting() {
  if (notice) return
  notice = document.createElement('p')
  notice.className = 'program-notice'
  notice.role = 'alert'
  notice.textContent = 'Part of this page did not load. We are trying again; links work meanwhile.'
  document.body.append(notice)
}

/** From now on React receives every event, and hydrates its target first. */
function end() {
  for (const touch of touches) removeEventListener(touch, begin)
  removeEventListener('online', begin)
  removeEventListener('click', keepPress, true)
  removeEventListener('input', forgetPress)
  // The program follows links without loading documents, and fetches ahead what it needs.
  document.querySelector('[type=speculationrules]')?.remove()
  notice?.remove()
  if (pressed instanceof HTMLAnchorElement) return
  release()
  if (pressed?.isConnected) pressed.click()
}

/**
 * Whether a style sheet failed to load: it has no rules. Scripts wait for sheets that are still
 * loading.
 */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}

function styleAgain(lost: HTMLLinkElement, attempt = 0) {
  const link = lost.cloneNode() as HTMLLinkElement
  link.onerror = () => setTimeout(styleAgain, pauses[attempt] ?? 30_000, link, attempt + 1)
  lost.replaceWith(link)
}
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
  if (isLost(link)) styleAgain(link)
}

addEventListener('click', keepPress, true)
addEventListener('input', forgetPress)
// Restored from the back/forward cache, the page waits for nothing.
addEventListener('pageshow', ({ persisted }) => persisted && release())
addEventListener('online', begin)
for (const touch of touches) addEventListener(touch, begin, { passive: true })

if (signedInToken) {
  requestAnswers(signedInToken)
  // In a task of its own. `begin` fetches again what fails.
  setTimeout(() => fetchProgram().catch(() => {}))
}
setTimeout(begin, patience)
const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
void Promise.allSettled([...pictures].map((picture) => picture.decode())).then(() =>
  // The frame paints them.
  requestAnimationFrame(() => setTimeout(begin)),
)
