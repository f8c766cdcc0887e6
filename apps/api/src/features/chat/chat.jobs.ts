import type { AppContext } from '../../context.ts'
import { composeEmail, type Email } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { forgetPictures } from '../uploads/stored-uploads.ts'
import { releaseUnanswered } from './change-conversation.admin.ts'
import { deleteGuestRoomsBefore } from './chat.queries.ts'
import {
  listUnreadRooms,
  listUnreadTexts,
  recordAnswerEmail,
  type UnreadRoom,
} from './messages.queries.ts'
import { roomsWithShopper } from './realtime.ts'

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

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'jobs' | 'realtime' | 'log'>

const minute = 60_000

/** How long an answer may stay unread before it is e-mailed; later answers join that e-mail. */
const delay = 2 * minute

/** The longer delay while a page of the shopper is still connected, perhaps in the background. */
const delayIfConnected = 15 * minute

/** The most rooms of a run, and the most messages of an e-mail. */
const mostRooms = 200
const mostTexts = 20

/**
 * E-mails unread answers to shoppers who are not at their page. However many answers follow, a
 * shopper who does not read them gets one e-mail.
 */
export async function writeUnreadAnswers(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const rooms = await listUnreadRooms(ctx.db.kysely, new Date(now - delay), mostRooms)
  const withShopper = await roomsWithShopper(
    ctx,
    rooms.map(({ id }) => id),
  )
  for (const room of rooms) {
    // Unknown counts as connected.
    const isHere = withShopper?.has(room.id) ?? true
    if (isHere && now - room.unread_since.getTime() < delayIfConnected) continue
    await writeAnswer(ctx, room)
  }
}

async function writeAnswer(ctx: Context, room: UnreadRoom): Promise<void> {
  const { id, shopper_read_seq: readSeq, email } = room
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await recordAnswerEmail(tx, id, readSeq))) return
    const texts = await listUnreadTexts(tx, id, readSeq, mostTexts)
    const content = answerEmail(ctx, room, texts)
    await queueEmail(ctx, tx, {
      kind: 'chat-answer',
      key: `${id} ${readSeq}`,
      recipient: email,
      content,
    })
  })
}

/** Contains only texts of support, none of the shopper's: the address may be a stranger's. */
function answerEmail({ config }: Context, room: UnreadRoom, texts: string[]): Email {
  const name = room.email_verified_at && room.nick_name
  const said = texts.flatMap((text) => text.split('\n').filter(Boolean))
  return composeEmail(
    {
      subject: 'An answer from our advisers',
      preview: 'You have asked us something; here is our answer.',
      greeting: name ? `Dear ${name},` : 'Good day,',
      paragraphs: said.length > 0 ? said : ['We have sent you something to look at.'],
      action: { label: 'Continue the conversation', url: `${config.publicUrl}/#chat` },
      reason: 'You receive this e-mail because you wrote to us in our support chat.',
    },
    config.publicUrl,
  )
}
