/** The part of Vite's manifest that is read here. */
export type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>

/** What a page needs from the start, as addresses. */
export interface PageAssets {
  script: string
  /** The small script that brings `script` and `modules`. */
  starter: string
  /** Chunks that the script and the page's routes import. */
  modules: string[]
  /** The one style sheet of the shop. */
  style: string
  fonts: string[]
}

/** The upright Latin faces show above the fold on every page; the others load when they are met. */
const preloadedFont = /-latin-[\w-]*normal[^/]*\.woff2$/

/** The source of the starter. */
export const starterFile = 'app/starter.ts'

/**
 * Finds what the page made of the source files `routeFiles` needs, walking `manifest` from the
 * entry and from each of them. Throws when the build lacks one of the files.
 */
export function pageAssets(
  manifest: Manifest,
  entryFile: string,
  routeFiles: readonly string[],
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
  const style = `/${manifest['style.css']?.file}`
  const starter = `/${manifest[starterFile]?.file}`
  return { script, starter, modules: [...modules], style, fonts: [...fonts] }
}
