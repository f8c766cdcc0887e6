import type {
  Conversation,
  ConversationCounts,
  ConversationQueue,
  Supporter,
} from '@solvane/contract/chat.admin'
import type { AppContext } from '../../context.ts'
import { describeConversation, toSupporter } from './describe-conversation.ts'
import {
  countConversationRows,
  countQueues,
  listConversationRows,
  listStaff,
} from './inbox.admin.queries.ts'

type Context = Pick<AppContext, 'db'>

/** A page of the inbox as `staffId` sees it, and how many conversations there are in all. */
export async function listConversations(
  { db: { kysely: db } }: Context,
  staffId: string,
  { queue, q, page, size }: { queue: ConversationQueue; q?: string; page: number; size: number },
): Promise<{ data: Conversation[]; total: number }> {
  const filter = { queue, staffId, q: q || undefined }
  const [rows, total] = await Promise.all([
    listConversationRows(db, filter, { limit: size, offset: (page - 1) * size }),
    countConversationRows(db, filter),
  ])
  return { data: rows.map(describeConversation), total }
}

/**
 * How many open conversations wait, how many of these are assigned, how many are `staffId`'s, and how much
 * is unread in all.
 */
export function countConversations(
  { db }: Context,
  staffId: string | null,
): Promise<ConversationCounts> {
  return countQueues(db.kysely, staffId)
}

/** Everyone who may answer, by name. */
export async function listSupporters({ db }: Context): Promise<Supporter[]> {
  const staff = await listStaff(db.kysely)
  return staff.map(({ id, nick_name, email }) => toSupporter(id, { name: nick_name, email }))
}
