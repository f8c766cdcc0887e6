// Starts the shop's program once the pictures that open the page are painted: on a slow network the
// two would share the line, and a visitor came for the pictures. Whoever touches the page first
// does not wait, and a button pressed before the program is there is pressed again once it is. Served
// as a file of its own, small and with no imports.

/** Longest that the program waits for a picture, in milliseconds. */
const patience = 3_000
const touches = ['pointerdown', 'keydown', 'focusin'] as const

const { entry = '', modules = '' } =
  document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}
let isBegun = false
let pressed: HTMLElement | undefined

function begin() {
  if (isBegun) return
  isBegun = true
  for (const touch of touches) removeEventListener(touch, begin)
  for (const href of modules.split(' ')) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    )
  }
  void import(/* @vite-ignore */ entry)
}

/** Links work without the program; buttons do nothing yet. */
function keepPress(event: MouseEvent) {
  const button = (event.target as Element).closest('button')
  if (!button) return
  event.preventDefault()
  pressed = button
}

addEventListener('click', keepPress, true)
addEventListener(
  'shop:awake',
  () => {
    removeEventListener('click', keepPress, true)
    if (pressed?.isConnected) pressed.click()
  },
  { once: true },
)

for (const touch of touches) addEventListener(touch, begin, { passive: true })
setTimeout(begin, patience)

const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
void Promise.allSettled([...pictures].map((picture) => picture.decode())).then(() =>
  // Two frames: the first one paints them.
  requestAnimationFrame(() => requestAnimationFrame(begin)),
)
