import { z } from 'zod'

/** Rows of a list of the back office. */
export const staffPageSize = 25

/**
 * The query of a list of the back office: page, size, what is looked for, and the order, which is by
 * the first of `fields`, the highest first, unless told.
 */
export function staffListQuery<const Fields extends readonly [string, ...string[]]>(
  fields: Fields,
) {
  return {
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(staffPageSize),
    q: z.string().trim().max(100).optional(),
    sort: z.enum(fields).default(fields[0] as never),
    order: z.enum(['asc', 'desc']).default('desc'),
  }
}
