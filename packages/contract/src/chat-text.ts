/**
 * The most characters (UTF-16 units) of a message. This file has no schemas, because the browser
 * loads it.
 */
export const longestMessage = 4_000

/** The most pictures, and the most products, of a message. */
export const mostAttachments = 4
export const mostProducts = 6

/** Characters that reverse the text around them, and so can disguise it. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/** The text without them. */
export function withoutTurns(text: string): string {
  return text.replace(turns, '')
}

/** Control characters except line feed and tab. */
const unwanted = /(?![\n\t])\p{Cc}/gu
/** A visible character. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Cleans a message's text: without control characters, lone surrogates and characters that reverse
 * text, with normalized line ends, trimmed. Empty if nothing is visible.
 */
export function cleanMessage(text: string): string {
  const clean = withoutTurns(text)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(unwanted, '')
    .trim()
  return visible.test(clean) ? clean : ''
}
