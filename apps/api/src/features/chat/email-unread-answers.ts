import type { AppContext } from '../../context.ts'
import { type Letter, writeLetter } from '../../platform/mail/email.ts'
import { postLetter } from '../../platform/mail/outbox.ts'
import { roomsWithShopper } from './presence.ts'
import {
  listUnreadRooms,
  listUnreadTexts,
  noteLetter,
  type UnreadRoom,
} from './unread-answers.queries.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'jobs' | 'realtime' | 'log'>

const minute = 60_000

/** An answer is left so long for a shopper who went away to come back; further ones join its letter. */
const patience = 2 * minute

/** Of one whose page is still connected, perhaps in a pocket. */
const patienceWithConnected = 15 * minute

/** Rooms at a time, and messages in a letter, at most. */
const mostRooms = 200
const mostTexts = 20

/**
 * Writes to shoppers who have not read what the house has answered and are not at their page. One letter
 * until they read on, however much is said.
 */
export async function writeUnreadAnswers(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const rooms = await listUnreadRooms(ctx.db.kysely, new Date(now - patience), mostRooms)
  const withShopper = await roomsWithShopper(
    ctx,
    rooms.map(({ id }) => id),
  )
  for (const room of rooms) {
    // Not known: as if they were.
    const isHere = withShopper?.has(room.id) ?? true
    if (isHere && now - room.unread_since.getTime() < patienceWithConnected) continue
    await writeAnswer(ctx, room)
  }
}

async function writeAnswer(ctx: Context, room: UnreadRoom): Promise<void> {
  const { id, shopper_read_seq: readSeq, email } = room
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await noteLetter(tx, id, readSeq))) return
    const texts = await listUnreadTexts(tx, id, readSeq, mostTexts)
    const letter = answerLetter(ctx, room, texts)
    await postLetter(ctx, tx, {
      kind: 'chat-answer',
      key: `${id} ${readSeq}`,
      recipient: email,
      letter,
    })
  })
}

/** Holds what the house has said, and nothing that the shopper has: the address may be a stranger's. */
function answerLetter({ config }: Context, room: UnreadRoom, texts: string[]): Letter {
  const name = room.email_verified_at && room.nick_name
  const said = texts.flatMap((text) => text.split('\n').filter(Boolean))
  return writeLetter(
    {
      subject: 'An answer from our advisers',
      preview: 'You have asked us something; here is our answer.',
      greeting: name ? `Dear ${name},` : 'Good day,',
      paragraphs: said.length > 0 ? said : ['We have sent you something to look at.'],
      action: { label: 'Continue the conversation', url: `${config.publicUrl}/#chat` },
      reason: 'You receive this letter because you wrote to us in our support chat.',
    },
    config.publicUrl,
  )
}
