import type { AppContext } from '../../context.ts'
import { forgetPictures } from '../uploads/stored-uploads.ts'
import { deleteGuestRoomsBefore } from './chat.queries.ts'
import { writeUnreadAnswers } from './email-unread-answers.ts'
import { releaseUnanswered } from './release-rooms.ts'

/** What guests have said is kept so many days after its last message. */
const daysOfGuestRooms = 180
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Writes answers to those who are away, frees conversations left waiting, forgets old ones of guests. */
export async function registerChatJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.every('write-unread-answers', 1, () => writeUnreadAnswers(ctx))
  await ctx.jobs.every('release-unanswered-chats', 1, () => releaseUnanswered(ctx))
  await ctx.jobs.daily('remove-old-guest-chats', '04:00', () => removeOldGuestRooms(ctx))
}

/** Removes the rooms of guests in which nothing was said for long, with the pictures in them. */
export async function removeOldGuestRooms({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysOfGuestRooms * dayMilliseconds)
  await db.kysely
    .transaction()
    .execute(async (tx) => forgetPictures(tx, await deleteGuestRoomsBefore(tx, before)))
}
