import { api } from '../../data/api.ts'

/** The query of the numbers of waiting, assigned, own and unread conversations. */
export const countsQuery = {
  queryKey: ['conversations', 'counts'],
  queryFn: async () => (await api.call('countConversations', {})).data,
}
