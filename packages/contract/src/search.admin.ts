import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { staffListQuery } from './query.ts'
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
