import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { flag, staffListQuery } from './query.ts'
import { longestTerm } from './search.admin.ts'

/** The searches of shoppers that found nothing. */

/** The search of products is `listProducts`. */
export const reportNoResults = defineEndpoint('reportNoResults', {
  summary:
    'Counts a search of the whole shop that found nothing, once the shopper has stopped typing; without the shopper, and only if it does find nothing',
  body: z.strictObject({ search: z.string().max(200) }),
  response: envelope(z.null()),
})

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const count = z.number().int().nonnegative()

/** A term that shoppers have searched for without results within 90 days. */
export const noResultSearch = z.object({
  /** The term. */
  id: z.string(),
  /** Normalized like a search. */
  term: z.string(),
  /** How often it was searched for, today included. Days are days of the shop's time zone. */
  last7Days: count,
  last30Days: count,
  last90Days: count,
  lastDay: z.iso.date(),
  /** The number of products that a search for it finds now; 10,001 stands for more. */
  resultCount: count,
  hasSynonym: z.boolean(),
})
export type NoResultSearch = z.infer<typeof noResultSearch>

export const noResultSorts = ['last30Days', 'last7Days', 'last90Days', 'term'] as const

export const listNoResultSearches = defineEndpoint('listNoResultSearches', {
  summary:
    'Terms searched for without results in the last 90 days, with what a search for them finds now',
  access: 'admin',
  query: z.object({
    ...staffListQuery(noResultSorts),
    /** Those that staff have dismissed, in place of the others. */
    dismissed: flag,
  }),
  response: listEnvelope(noResultSearch),
  errors,
})

const countedTerm = z.strictObject({ term: z.string().min(1).max(longestTerm) })

export const dismissNoResultSearch = defineEndpoint('dismissNoResultSearch', {
  summary: 'Hides a term from the list, however often it is searched for from now on',
  access: 'admin',
  body: countedTerm,
  response: envelope(z.null()),
  errors: [...errors, 'SEARCH_TERM_NOT_FOUND'],
})

export const restoreNoResultSearch = defineEndpoint('restoreNoResultSearch', {
  summary: 'Shows a dismissed term in the list again',
  access: 'admin',
  body: countedTerm,
  response: envelope(z.null()),
  errors: [...errors, 'SEARCH_TERM_NOT_FOUND'],
})
