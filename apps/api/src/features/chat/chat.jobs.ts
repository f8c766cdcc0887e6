import type { AppContext } from '../../context.ts'
import { forgetPictures } from '../uploads/stored-uploads.ts'
import { releaseUnanswered } from './change-conversation.admin.ts'
import { deleteGuestRoomsBefore } from './chat.queries.ts'
import { writeUnreadAnswers } from './email-unread-answers.ts'

/** How many days guests' rooms are kept after their last message. */
const daysOfGuestRooms = 180
const dayMilliseconds = 24 * 60 * 60 * 1_000

/**
 * E-mails unread answers, releases conversations that wait too long, removes old rooms of guests.
 */
export async function registerChatJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.every('write-unread-answers', 1, () => writeUnreadAnswers(ctx))
  await ctx.jobs.every('release-unanswered-chats', 1, () => releaseUnanswered(ctx))
  await ctx.jobs.daily('remove-old-guest-chats', '04:00', () => removeOldGuestRooms(ctx))
}

/** Removes guests' rooms without recent messages, including their pictures. */
export async function removeOldGuestRooms({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysOfGuestRooms * dayMilliseconds)
  await db.kysely
    .transaction()
    .execute(async (tx) => forgetPictures(tx, await deleteGuestRoomsBefore(tx, before)))
}
