import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'

/** The search of products is `listProducts`. */
export const reportNoResults = defineEndpoint('reportNoResults', {
  summary:
    'Counts a search of the whole shop that found nothing, once the shopper has stopped typing; without the shopper, and only if it does find nothing',
  body: z.strictObject({ search: z.string().max(200) }),
  response: envelope(z.null()),
})
