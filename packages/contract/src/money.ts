import { z } from 'zod'

/** An amount of US dollars on the wire: a JSON number with at most two decimals (decision R8). */
export const dollars = z.number().nonnegative().multipleOf(0.01)

/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime()
