/** The part of Vite's manifest that is used here. */
export type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>

/** The URLs that a page needs initially. */
export interface PageAssets {
  script: string
  /** The small script that loads `script` and `modules`. */
  starter: string
  /** Chunks that the script and the page's routes import. */
  modules: string[]
  /** Chunks that a signed-in shopper needs besides. */
  shopperModules: string[]
  /** The shop's single style sheet. */
  style: string
  fonts: string[]
}

/**
 * The upright Latin fonts appear above the fold on every page; the others load when they are
 * needed.
 */
const preloadedFont = /-latin-[\w-]*normal[^/]*\.woff2$/

/** The source of the starter. */
export const starterFile = 'app/starter.ts'

/**
 * Finds what a page with the source files `routeFiles`, and for signed-in shoppers `shopperFiles`, needs, by
 * walking `manifest` from the entry and from each of them. Throws if the build lacks one of the files.
 */
export function pageAssets(
  manifest: Manifest,
  entryFile: string,
  routeFiles: readonly string[],
  shopperFiles: readonly string[] = [],
): PageAssets {
  const seen = new Set<string>()
  const modules = new Set<string>()
  const fonts = new Set<string>()

  function visit(key: string) {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The storefront's build has no "${key}". Build it again.`)
    modules.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const file of chunk.assets ?? []) if (preloadedFont.test(file)) fonts.add(`/${file}`)
  }

  visit(entryFile)
  const script = `/${manifest[entryFile]?.file}`
  for (const file of routeFiles) visit(file)
  modules.delete(script)
  const common = new Set(modules)
  for (const file of shopperFiles) visit(file)
  const style = `/${manifest['style.css']?.file}`
  const starter = `/${manifest[starterFile]?.file}`
  return {
    script,
    starter,
    modules: [...common],
    shopperModules: [...modules].filter((module) => !common.has(module)),
    style,
    fonts: [...fonts],
  }
}
