import { z } from 'zod'

const page = z.coerce.number().int().min(1).max(100_000).default(1)

/**
 * Page and size of a list. `size`, `pageSize` and `limit` are synonyms; pages start
 * at 1. Parsing leaves only `page` and `size`.
 */
export function pagingQuery(defaultSize: number, maximumSize = 100) {
  const size = z.coerce.number().int().min(1).max(maximumSize).optional()
  return {
    shape: { page, size, pageSize: size, limit: size },
    sizeOf: (query: { size?: number; pageSize?: number; limit?: number }) =>
      query.size ?? query.pageSize ?? query.limit ?? defaultSize,
  }
}

/** Products on a page (spec section 9). */
export const productPageSize = 16

/** Default number of rows of a list of the back office. */
export const staffPageSize = 25

/**
 * The query of a list of the back office: page, size, search and sorting, by default descending by
 * the first of `fields`.
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

/** A boolean of a query: `true` or `1`. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .optional()
  .transform((value) => value === 'true' || value === '1')

/** An optional filter: an empty value, as forms send it, counts as absent. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
