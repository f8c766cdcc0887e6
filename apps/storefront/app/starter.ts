// Starts the shop's program, and is all that a page has of it until then. Served as a file of its own,
// small and with no imports.
//
// Where pictures open the page the program waits until they are painted: on a slow network the two
// would share the line, and the pictures matter more. A first touch of the page does not
// wait, and a button pressed before the program is there is pressed again once it is.
//
// What is lost on the way is asked for again. Files are fetched before they are imported: browsers
// remember of a module that it did not load, and never ask again while the page is open.

/** Longest that the program waits for a picture, in milliseconds. */
const patience = 3_000
/** Waits before what did not come is asked for again, in milliseconds; then at the next touch. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000]
const touches = ['pointerdown', 'keydown', 'focusin'] as const

const {
  entry = '',
  modules = '',
  waits,
} = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}
const missing = new Set([entry, ...modules.split(' ').filter(Boolean)])
let isUnderWay = false
let failures = 0
let pressed: HTMLElement | undefined
let notice: HTMLElement | undefined

async function begin() {
  if (isUnderWay) return
  isUnderWay = true
  try {
    await Promise.all([...missing].map(fetchFile))
    const program: typeof import('./entry-client.tsx') = await import(/* @vite-ignore */ entry)
    await program.start()
    end()
  } catch (error) {
    reportError(error)
    isUnderWay = false
    const pause = pauses[failures]
    failures += 1
    if (pause) setTimeout(begin, pause)
    if (pressed) tell()
  }
}

/** Brings a file into the browser's cache, where the import finds it. */
async function fetchFile(file: string) {
  const response = await fetch(file)
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  await response.arrayBuffer()
  missing.delete(file)
}

/** Links work without the program; buttons do nothing yet, and say at once that they were pressed. */
function keepPress(event: MouseEvent) {
  const button = (event.target as Element).closest('button')
  if (!button) return
  event.preventDefault()
  release()
  pressed = button
  button.setAttribute('aria-busy', 'true')
  button.dataset.kept = ''
  if (failures) tell()
}

/** Takes from the button that was pressed what says so. */
function release() {
  pressed?.removeAttribute('aria-busy')
  delete pressed?.dataset.kept
}

/** Says that the button that was pressed can do nothing for the moment. */
function tell() {
  if (notice) return
  notice = document.createElement('p')
  notice.className = 'program-notice'
  notice.role = 'alert'
  notice.textContent = 'Part of this page did not load. We are trying again; links work meanwhile.'
  document.body.append(notice)
}

/** From here on React takes every touch, hydrating what it concerns first. */
function end() {
  for (const touch of touches) removeEventListener(touch, begin)
  removeEventListener('online', begin)
  removeEventListener('click', keepPress, true)
  notice?.remove()
  release()
  if (pressed?.isConnected) pressed.click()
}

/** Whether a style sheet was lost: it has no rules. Scripts like this one wait for those that come. */
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
addEventListener('online', begin)
for (const touch of touches) addEventListener(touch, begin, { passive: true })

if (waits === undefined) void begin()
else {
  setTimeout(begin, patience)
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  void Promise.allSettled([...pictures].map((picture) => picture.decode())).then(() =>
    // Two frames: the first one paints them.
    requestAnimationFrame(() => requestAnimationFrame(begin)),
  )
}
