import { z } from 'zod'

/** No control characters, which are in no line of text, and no halves of characters. */
export const plainText = /^[^\p{Cc}\p{Cs}]*$/u
/** There is something to see in it. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A line of text someone types, trimmed; may be empty. `maximum` in characters. */
export const lineOfText = (maximum: number) =>
  z.string().trim().max(maximum).regex(plainText, 'Please use letters, numbers and signs')

/** The same with something in it; without, it is refused with `missing`. */
export const requiredLine = (missing: string, maximum: number) =>
  lineOfText(maximum).regex(visible, missing)

/** Text of several lines, trimmed, with something in it. Line ends are kept, other control characters refused. */
export const textOfLines = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'Please use letters, numbers and signs')
    .regex(visible)
