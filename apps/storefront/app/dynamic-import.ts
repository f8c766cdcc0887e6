/** Waits before a failed file is requested again, in milliseconds. */
const pauses = [500, 2_000]

const { modules } =
  globalThis.document?.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}

/** Files that are loaded or loading, by address; at first those that the starter has loaded. */
const fetched = new Map<string | undefined, Promise<void>>(
  (modules?.split(' ') ?? []).map((address) => [address, Promise.resolve()]),
)

declare global {
  /** Files that the starter loads for a signed-in shopper, by address. */
  var earlyFiles: Map<string, Promise<void>> | undefined
}

for (const [address, loading] of globalThis.earlyFiles ?? []) {
  fetched.set(address, loading)
  loading.catch(() => fetched.delete(address))
}

/** Dispatched when the shop was rebuilt since the page was loaded; a listener that leaves the page cancels it. */
export const replacedEvent = 'shop:replaced'

/**
 * Imports a part of the program over the network; the build wraps every `import()` in it. `files`,
 * without the first slash, are the chunks of the part. They are fetched into the browser's cache
 * before they are imported: browsers remember a module that failed to load and never request it again
 * while the page is open.
 * @public Imported by the code that `vite.config.ts` puts around each `import()`.
 */
export async function dynamicImport<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  return load()
}

function fetchOnce(address: string): Promise<void> {
  const fetching =
    fetched.get(address) ??
    fetchFile(address).catch((error: unknown) => {
      fetched.delete(address)
      throw error
    })
  fetched.set(address, fetching)
  return fetching
}

async function fetchFile(address: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(address)
      if (response.status === 404) await notifyReplaced()
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      await response.arrayBuffer()
      return
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Never resolves where the page is being left. */
async function notifyReplaced(): Promise<void> {
  const isLeft = !dispatchEvent(new Event(replacedEvent, { cancelable: true }))
  if (isLeft) await new Promise(() => {})
}
