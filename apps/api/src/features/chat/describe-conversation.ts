import type { Conversation, Supporter } from '@solvane/contract/chat.admin'
import type { ConversationRow } from './inbox.admin.queries.ts'

/** What someone is called: the name they have given, else what their address begins with. */
export function nameOf({ name, email }: { name: string | null; email: string }): string {
  return name || (email.split('@')[0] ?? email)
}

/** Someone of staff, as colleagues see them. */
export function toSupporter(
  id: string,
  { name, email }: { name: string | null; email: string | null },
): Supporter {
  return { id, name: nameOf({ name, email: email ?? 'Former colleague' }) }
}

/** A line of the inbox. */
export function describeConversation(row: ConversationRow): Conversation {
  const { user_id, user_email, assigned_to } = row
  return {
    roomId: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    customer:
      user_id && user_email
        ? {
            id: user_id,
            name: nameOf({ name: row.user_name, email: user_email }),
            email: user_email,
          }
        : null,
    email: row.email,
    assignedTo: assigned_to
      ? toSupporter(assigned_to, { name: row.assigned_name, email: row.assigned_email })
      : null,
    lastSeq: row.last_seq,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    lastMessage: row.last_message,
    unread: row.support_unread,
    readByShopper: row.shopper_read_seq,
    waitingSince: row.waiting_since?.toISOString() ?? null,
  }
}
