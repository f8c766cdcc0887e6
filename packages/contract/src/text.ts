import { z } from 'zod'
import { withoutTurns } from './chat-text.ts'

/** No control characters, which are in no line of text, no halves of characters, nothing that turns text around. */
export const plainText = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u
/** There is something to see in it. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A line of text someone types, trimmed; may be empty. `maximum` in characters. What would turn the text
 * around it is dropped: it comes along, unseen, with what is copied from elsewhere.
 */
export const lineOfText = (maximum: number) =>
  z
    .string()
    .overwrite(withoutTurns)
    .trim()
    .max(maximum)
    .regex(plainText, 'Please use letters, numbers and signs')

/** The same with something in it; without, it is refused with `missing`. */
export const requiredLine = (missing: string, maximum: number) =>
  lineOfText(maximum).regex(visible, missing)

/** Text of several lines, trimmed; may be empty. Line ends are kept, other control characters refused. */
export const linesOfText = (maximum: number) =>
  z
    .string()
    .overwrite(withoutTurns)
    .trim()
    .max(maximum)
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'Please use letters, numbers and signs')

/** The same with something in it. */
export const textOfLines = (maximum: number) =>
  linesOfText(maximum).regex(visible, 'Please write something')

/** Signs that are in no address as it is written down. */
const unwritable = /[\s\\"<>`\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether `link` is an address of the web by https, of one host and nobody's name before it. */
export function isHttpsAddress(link: string): boolean {
  if (unwritable.test(link) || !/^https:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/** Whether `link` leads into the shop (a path with one slash before it), or elsewhere by https. */
export function leadsSomewhere(link: string): boolean {
  if (!link.startsWith('/')) return isHttpsAddress(link)
  return !link.startsWith('//') && !unwritable.test(link)
}
