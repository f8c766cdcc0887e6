import { z } from 'zod'
import { withoutTurns } from './chat-text.ts'

/** Text without control characters, lone surrogates, and characters that reverse the text. */
export const plainText = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u
/** A visible character. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A line of text, trimmed; may be empty. `maximum` in characters; `missing` is the error for a
 * value that is not text. Invisible characters that reverse the text are removed, because they come
 * along with copied text.
 */
export const lineOfText = (maximum: number, missing?: string) =>
  z
    .string(missing)
    .overwrite(withoutTurns)
    .trim()
    .max(maximum)
    .regex(plainText, 'Please use letters, numbers and signs')

/** A line that is not empty; otherwise rejected with `missing`. */
export const requiredLine = (missing: string, maximum: number) =>
  lineOfText(maximum, missing).regex(visible, missing)

/**
 * Text of several lines, trimmed; may be empty. Line ends are kept, other control characters
 * rejected.
 */
export const linesOfText = (maximum: number) =>
  z
    .string()
    .overwrite(withoutTurns)
    .trim()
    .max(maximum)
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'Please use letters, numbers and signs')

/** Text of several lines that is not empty. */
export const textOfLines = (maximum: number) =>
  linesOfText(maximum).regex(visible, 'Please write something')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether `value` is written like a UUID, whatever its version, so that PostgreSQL accepts it. */
export const isUuid = (value: string) => uuid.test(value)

/** Characters that do not occur in a written URL. */
const unwritable = /[\s\\"<>`\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether `link` is an https URL with a host and without credentials. */
export function isHttpsAddress(link: string): boolean {
  if (unwritable.test(link) || !/^https:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/** Whether `link` is a path of the shop (with a single leading slash), or an https URL. */
export function leadsSomewhere(link: string): boolean {
  if (!link.startsWith('/')) return isHttpsAddress(link)
  return !link.startsWith('//') && !unwritable.test(link)
}
