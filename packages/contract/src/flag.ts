import { z } from 'zod'

/** A yes or no in a query; yes is `true` or `1`. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .optional()
  .transform((value) => value === 'true' || value === '1')
