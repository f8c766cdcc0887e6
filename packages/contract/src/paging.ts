import { z } from 'zod'

const page = z.coerce.number().int().min(1).max(100_000).default(1)

/**
 * Page and size of a list. `size`, `pageSize` and `limit` mean the same (decision R4); pages start
 * at 1. After parsing only `page` and `size` are left.
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
