import { api } from '../../data/api.ts'

/** The query of how many conversations wait, how many of these are assigned, are mine, and what is unread. */
export const countsQuery = {
  queryKey: ['conversations', 'counts'],
  queryFn: async () => (await api.call('countConversations', {})).data,
}
