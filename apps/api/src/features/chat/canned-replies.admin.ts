import { randomUUID } from 'node:crypto'
import type { CannedReply } from '@solvane/contract/chat-settings.admin'
import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  deleteReply,
  findReply,
  insertReply,
  listReplies,
  type ReplyRow,
  updateReply,
} from './chat-settings.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
type Wording = Pick<CannedReply, 'title' | 'content'>

/** The canned replies, by title. */
export async function listCannedReplies({ db }: Context): Promise<CannedReply[]> {
  return (await listReplies(db.kysely)).map(toReply)
}

/** Adds a canned reply. Throws `CANNED_REPLY_TAKEN` if the title exists. */
export async function createCannedReply(
  { db, clock }: Context,
  wording: Wording,
): Promise<CannedReply> {
  const row = { id: randomUUID(), ...wording, updated_at: clock.now() }
  await insertReply(db.kysely, row).catch(refuseTitle)
  return toReply(row)
}

/** Edits a canned reply. Throws `CANNED_REPLY_NOT_FOUND`, `CANNED_REPLY_TAKEN`, `STALE_EDIT`. */
export async function updateCannedReply(
  { db, clock }: Context,
  { id, title, content, updatedAt }: CannedReply,
): Promise<CannedReply> {
  const row = { id, title, content, updated_at: clock.now() }
  const isChanged = await updateReply(db.kysely, row, new Date(updatedAt)).catch(refuseTitle)
  if (isChanged) return toReply(row)
  const found = await findReply(db.kysely, id)
  if (!found) throw new ShopError('CANNED_REPLY_NOT_FOUND')
  throw new ShopError('STALE_EDIT', { current: toReply(found) })
}

/** Deletes a canned reply. Throws `CANNED_REPLY_NOT_FOUND`. */
export async function deleteCannedReply({ db }: Context, id: string): Promise<void> {
  if (!(await deleteReply(db.kysely, id))) throw new ShopError('CANNED_REPLY_NOT_FOUND')
}

function refuseTitle(error: unknown): never {
  throw isTaken(error, 'chat_canned_reply_title') ? new ShopError('CANNED_REPLY_TAKEN') : error
}

function toReply({ updated_at, ...row }: ReplyRow): CannedReply {
  return { ...row, updatedAt: updated_at.toISOString() }
}
