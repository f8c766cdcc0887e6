import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** What is found under which words. */
export const synonymResource: BackOfficeResource = {
  name: 'search-words',
  label: 'Search words',
  group: 'Content',
  calls: { list: listOf('listSynonyms') },
  list: page(() => import('./synonym-list.tsx'), 'SynonymList'),
}
