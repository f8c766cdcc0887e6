/** Waits before a file that did not come is asked for again, in milliseconds. */
const pauses = [500, 2_000]

const { entry, modules } =
  globalThis.document?.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}

/** Files that this browser has or is being brought, by address: first those that the starter brought. */
const fetched = new Map<string | undefined, Promise<void>>(
  [entry, ...(modules?.split(' ') ?? [])].map((address) => [address, Promise.resolve()]),
)

/** Dispatched when the shop was built anew since the page was loaded; to be cancelled by who leaves the page. */
export const replacedEvent = 'shop:replaced'

/**
 * Imports a part of the program over the network; the build puts it around every `import()`. `files`,
 * without the first slash, are what the part is made of. They are fetched into the browser's cache
 * before they are imported: browsers remember of a module that it did not load, and never ask again
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
