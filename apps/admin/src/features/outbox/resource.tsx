import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** The letters of the house. */
export const letterResource: BackOfficeResource = {
  name: 'letters',
  label: 'Outbox',
  group: 'House',
  least: 'SUPPORT',
  calls: {
    list: listOf('listLetters'),
    one: async (api, letterId) => (await api.call('getLetter', { params: { letterId } })).data,
  },
  list: page(() => import('./letter-list.tsx'), 'LetterList'),
  show: page(() => import('./letter-page.tsx'), 'LetterPage'),
  recordRepresentation: 'subject',
}
