import { api } from '../../data/api.ts'

/** The query of how many conversations wait, are mine, and how much is unread. */
export const countsQuery = {
  queryKey: ['conversations', 'counts'],
  queryFn: async () => (await api.call('countConversations', {})).data,
}
