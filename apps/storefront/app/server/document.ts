import { rootElementId, scriptJson, stateElementId } from '../page-state.ts'
import type { PageAssets } from './page-assets.ts'

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
 * The tags of `assets` for the head. The styles come first: nothing is painted before them. Scripts load after the styles and, on pages that open with
 * pictures, after those. They are preloaded with `fetch`, as the starter loads them, not as
 * modules: browsers remember a module that failed to load.
 */
export function assetTags(
  assets: PageAssets,
  { opensWithPictures }: { opensWithPictures: boolean },
) {
  const { fonts, modules, script, starter } = assets
  const preloaded = opensWithPictures ? [] : [script, ...modules]
  return [
    styleTag(assets),
    ...fonts.map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...preloaded.map(
      (file) => `<link rel="preload" href="${file}" as="fetch" crossorigin fetchpriority="low">`,
    ),
    starterTag({ starter, script, modules }, { waits: opensWithPictures }),
  ].join('')
}

/** The tag of the starter; with `waits` it loads the client after the first pictures. */
export function starterTag(
  { starter, script, modules }: Pick<PageAssets, 'starter' | 'script' | 'modules'>,
  { waits }: { waits: boolean },
): string {
  return `<script type="module" src="${starter}" data-entry="${script}" data-modules="${modules.join(' ')}"${waits ? ' data-waits' : ''} fetchpriority="low"></script>`
}

/** Whether the markup contains a picture of the first screen. */
export function opensWithPictures(markup: string): boolean {
  return /<img[^>]* fetchpriority="high"/i.test(markup)
}

/** The complete HTML document. All parts are safe markup, except `state`, which is escaped here. */
export function documentHtml(parts: {
  head: string
  assets: string
  body: string
  state: unknown
}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="#f5f2ec"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">${parts.head}${parts.assets}</head><body><div id="${rootElementId}">${parts.body}</div><script type="application/json" id="${stateElementId}">${scriptJson(parts.state)}</script></body></html>`
}
