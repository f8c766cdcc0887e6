import displayFontUrl from '../fonts/cormorant-latin-wght-normal.woff2?url'
import textFontUrl from '../fonts/hanken-grotesk-latin-wght-normal.woff2?url'

/** URLs of the two font files every page needs, for `<link rel="preload" as="font">`. */
export const fontUrls: readonly string[] = [displayFontUrl, textFontUrl]
