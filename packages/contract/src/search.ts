import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { flag, staffListQuery } from './query.ts'
import { requiredLine } from './text.ts'

/** Editing the synonyms of the search. */

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
/** A term is its own id. */
const params = z.object({ id: z.string().min(1).max(200) })

export const longestTerm = 80
const word = requiredLine('Please write a word', longestTerm)

/** A word that shoppers type, and the words that are searched for as well. */
export const synonym = z.object({
  /** The term. */
  id: z.string(),
  term: z.string(),
  synonyms: z.array(z.string()),
  /** The version; an edit names the one it is based on. */
  version: z.string(),
})
export type Synonym = z.infer<typeof synonym>

/** Normalized like a search: lower case, without accents, words separated by spaces. */
const synonymFields = {
  term: word,
  synonyms: z.array(word).min(1, 'Please write at least one synonym').max(20),
}

export const listSynonyms = defineEndpoint('listSynonyms', {
  summary: 'Lists synonyms; `q` searches terms and their synonyms',
  access: 'admin',
  query: z.object(staffListQuery(['term'])),
  response: listEnvelope(synonym),
  errors,
})

export const getSynonym = defineEndpoint('getSynonym', {
  summary: 'One term and its synonyms',
  access: 'admin',
  params,
  response: envelope(synonym),
  errors: [...errors, 'SYNONYM_NOT_FOUND'],
})

export const createSynonym = defineEndpoint('createSynonym', {
  summary: 'Adds a term; the search knows it at once',
  access: 'admin',
  status: 201,
  body: z.strictObject(synonymFields),
  response: envelope(synonym),
  errors: [...errors, 'SYNONYM_TAKEN'],
})

export const updateSynonym = defineEndpoint('updateSynonym', {
  summary: 'Edits a term and what it stands for',
  access: 'admin',
  params,
  body: z.strictObject({ ...synonymFields, version: z.string().max(64) }),
  response: envelope(synonym),
  errors: [...errors, 'SYNONYM_NOT_FOUND', 'SYNONYM_TAKEN', 'STALE_EDIT'],
})

export const deleteSynonym = defineEndpoint('deleteSynonym', {
  summary: 'Removes a term',
  access: 'admin',
  params,
  response: envelope(z.null()),
  errors: [...errors, 'SYNONYM_NOT_FOUND'],
})

/** The searches of shoppers that found nothing. */

/** The search of products is `listProducts`. */
export const reportNoResults = defineEndpoint('reportNoResults', {
  summary:
    'Counts a search of the whole shop that found nothing, once the shopper has stopped typing; without the shopper, and only if it does find nothing',
  body: z.strictObject({ search: z.string().max(200) }),
  response: envelope(z.null()),
})

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
