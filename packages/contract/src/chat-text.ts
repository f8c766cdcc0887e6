/** Most characters (UTF-16 units) of a message. This file has no schemas: the browser loads it. */
export const longestMessage = 4_000

/** Most pictures, and most products, of one message. */
export const mostAttachments = 4
export const mostProducts = 6

/** Signs that turn the text around them, and so can make it read as something else. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/** A text without them. */
export function withoutTurns(text: string): string {
  return text.replace(turns, '')
}

/** No control characters but the line's end and the tab. */
const unwanted = /(?![\n\t])\p{Cc}/gu
/** There is something to see in it. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A message's text as it is sent and kept: without control characters, halves of characters and signs that
 * turn it around, line ends alike, trimmed. Empty when there is nothing to see in it.
 */
export function cleanMessage(text: string): string {
  const clean = withoutTurns(text)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(unwanted, '')
    .trim()
  return visible.test(clean) ? clean : ''
}
