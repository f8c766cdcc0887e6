import { rootElementId, scriptJson, stateElementId } from '../page-state.tsx'

/** The part of Vite's manifest that is used here. */
export type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>

/** The URLs that a page needs initially. */
export interface PageAssets {
  script: string
  /** The small script that loads `modules`, and calls `script`. */
  starter: string
  /** The script, the chunks of the page's routes, and what they import: each after its imports. */
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
    for (const imported of chunk.imports ?? []) visit(imported)
    modules.add(`/${chunk.file}`)
    for (const file of chunk.assets ?? []) if (preloadedFont.test(file)) fonts.add(`/${file}`)
  }

  visit(entryFile)
  const script = `/${manifest[entryFile]?.file}`
  for (const file of routeFiles) visit(file)
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

/**
 * Splits React's markup into the part for the head (React puts titles, metas and links before the
 * first element) and the body. `firstTag` opens the body; its literal quotes are unique, because
 * React escapes them everywhere else.
 */
export function splitHoisted(markup: string, firstTag: string): { head: string; body: string } {
  const start = markup.indexOf(firstTag)
  if (start < 0) throw new Error(`The page does not begin with ${firstTag}.`)
  return { head: markup.slice(0, start), body: markup.slice(start) }
}

/** The tag of the style sheet. */
export function styleTag({ style }: Pick<PageAssets, 'style'>): string {
  return `<link rel="stylesheet" href="${style}">`
}

/**
 * The tags of `assets` for the head. The styles come first: nothing is painted before them. The starter loads the
 * scripts, and for a signed-in shopper sends `requests`, URLs of the API.
 */
export function assetTags(assets: PageAssets, requests: readonly string[] = []): string {
  const tags = assets.fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  )
  const starter = starterTag(assets, requests)
  // The starter requests the most important data of a shopper's page.
  if (assets.shopperModules.length > 0) tags.unshift(starter)
  else tags.push(starter)
  return [styleTag(assets), ...tags, prefetchRules].join('')
}

/**
 * Speculation rules: until the program is there, and its `fetch-ahead.ts` with it, browsers that have them fetch the
 * listing or product whose link a pointer rests on. The starter takes them away.
 */
const prefetchRules = `<script type="speculationrules">${JSON.stringify({
  prefetch: [{ where: { href_matches: ['/filter/*', '/product/*'] }, eagerness: 'moderate' }],
})}</script>`

/** The tag of the starter. */
export function starterTag(
  {
    starter,
    script,
    modules,
    shopperModules,
  }: Pick<PageAssets, 'starter' | 'script' | 'modules' | 'shopperModules'>,
  requests: readonly string[] = [],
): string {
  const ofShopper =
    shopperModules.length > 0
      ? ` data-shopper-modules="${shopperModules.join(' ')}" data-requests="${requests.map(escapeAttribute).join(' ')}"`
      : ' fetchpriority="low"'
  return `<script type="module" src="${starter}" data-entry="${script}" data-modules="${modules.join(' ')}"${ofShopper}></script>`
}

/** The address of a page is part of its requests. */
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The complete HTML document. All parts are safe markup, except `state`, which is escaped here. */
export function documentHtml(parts: {
  head: string
  assets: string
  body: string
  state: unknown
}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="#f5f2ec"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">${parts.head}${parts.assets}</head><body><div id="${rootElementId}">${parts.body}</div><script type="application/json" id="${stateElementId}">${scriptJson(parts.state)}</script></body></html>`
}
