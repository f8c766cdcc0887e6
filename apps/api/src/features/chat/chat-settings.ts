import { randomUUID } from 'node:crypto'
import type {
  CannedReply,
  KeptOfficeHours,
  OfficeHours,
} from '@solvane/contract/chat-settings.admin'
import { placeOfZone } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  deleteReply,
  findOfficeHours,
  findReply,
  insertReply,
  listReplies,
  type OfficeHoursRow,
  type ReplyRow,
  updateOfficeHours,
  updateReply,
} from './chat-settings.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'changes'>

/** The cached hours; every message of a shopper needs them. */
const known = new WeakMap<Context['changes'], Promise<OfficeHours>>()

/** Drops the cached hours as soon as any process changes them. */
export function watchOfficeHours({ changes }: Pick<AppContext, 'changes'>): void {
  changes.onChange((tag) => {
    if (tag === null || tag === 'content') known.delete(changes)
  })
}

function knownHours(ctx: Context): Promise<OfficeHours> {
  let hours = known.get(ctx.changes)
  if (!hours) {
    hours = getOfficeHours(ctx)
    known.set(ctx.changes, hours)
    hours.catch(() => known.delete(ctx.changes))
  }
  return hours
}

/** The office hours: when support answers at once. */
export async function getOfficeHours({ db }: Pick<AppContext, 'db'>): Promise<KeptOfficeHours> {
  return toOfficeHours(await findOfficeHours(db.kysely))
}

/** Sets the hours. Throws `STALE_EDIT` if they were changed since `updatedAt`. */
export async function setOfficeHours(
  { db, clock, changes }: Context,
  { updatedAt, timeZone, week, closedOn }: KeptOfficeHours,
): Promise<KeptOfficeHours> {
  const row = {
    time_zone: timeZone,
    week,
    closed_on: [...new Set(closedOn)].toSorted(),
    updated_at: clock.now(),
  }
  if (!(await updateOfficeHours(db.kysely, row, new Date(updatedAt))))
    throw new ShopError('STALE_EDIT')
  known.delete(changes)
  return toOfficeHours(row)
}

/** Whether support is open, and a sentence about when it is. */
export async function officeNow(ctx: Context): Promise<{ isOpen: boolean; sentence: string }> {
  const hours = await knownHours(ctx)
  return { isOpen: isOpenAt(hours, ctx.clock.now()), sentence: sentenceOf(hours) }
}

function toOfficeHours(row: OfficeHoursRow): KeptOfficeHours {
  return {
    timeZone: row.time_zone,
    week: row.week,
    closedOn: row.closed_on,
    updatedAt: row.updated_at.toISOString(),
  }
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Cached: every message of a shopper needs it, and creating it takes as long as everything else
 * here.
 */
let shopClock = clockIn('UTC')

function clockIn(timeZone: string): { timeZone: string; format: Intl.DateTimeFormat } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return { timeZone, format }
}

/** Whether an instant is within the hours; the closing time is exclusive. */
export function isOpenAt({ timeZone, week, closedOn }: OfficeHours, at: Date): boolean {
  if (shopClock.timeZone !== timeZone) shopClock = clockIn(timeZone)
  const parts = shopClock.format.formatToParts(at)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  if (closedOn.includes(`${part.year}-${part.month}-${part.day}`)) return false
  const hours = week[days.indexOf(part.weekday ?? '')]
  const time = `${part.hour}:${part.minute}`
  return hours ? hours.from <= time && time < hours.to : false
}

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The hours as text: `Monday to Friday 9:00–19:00, Saturday 10:00–18:00 (Paris time)`. */
export function sentenceOf({ week, timeZone }: OfficeHours): string {
  const spans: { first: string; last: string; hours: string | null }[] = []
  for (const [index, name] of names.entries()) {
    const day = week[index]
    const hours = day ? `${toTime(day.from)}–${toTime(day.to)}` : null
    const span = spans.at(-1)
    if (span?.hours === hours) span.last = name
    else spans.push({ first: name, last: name, hours })
  }
  const said = spans.flatMap(({ first, last, hours }) => {
    if (hours === null) return []
    return `${first === last ? first : `${first} to ${last}`} ${hours}`
  })
  if (said.length === 0) return 'We answer by e-mail.'
  return `We answer ${said.join(', ')} (${placeOfZone(timeZone)} time).`
}

function toTime(time: string): string {
  return time.replace(/^0/, '')
}

type RepliesContext = Pick<AppContext, 'db' | 'clock'>
type Wording = Pick<CannedReply, 'title' | 'content'>

/** The canned replies, by title. */
export async function listCannedReplies({ db }: RepliesContext): Promise<CannedReply[]> {
  return (await listReplies(db.kysely)).map(toReply)
}

/** Adds a canned reply. Throws `CANNED_REPLY_TAKEN` if the title exists. */
export async function createCannedReply(
  { db, clock }: RepliesContext,
  wording: Wording,
): Promise<CannedReply> {
  const row = { id: randomUUID(), ...wording, updated_at: clock.now() }
  await insertReply(db.kysely, row).catch(rejectTitle)
  return toReply(row)
}

/** Edits a canned reply. Throws `CANNED_REPLY_NOT_FOUND`, `CANNED_REPLY_TAKEN`, `STALE_EDIT`. */
export async function updateCannedReply(
  { db, clock }: RepliesContext,
  { id, title, content, updatedAt }: CannedReply,
): Promise<CannedReply> {
  const row = { id, title, content, updated_at: clock.now() }
  const isChanged = await updateReply(db.kysely, row, new Date(updatedAt)).catch(rejectTitle)
  if (isChanged) return toReply(row)
  const found = await findReply(db.kysely, id)
  if (!found) throw new ShopError('CANNED_REPLY_NOT_FOUND')
  throw new ShopError('STALE_EDIT', { current: toReply(found) })
}

/** Deletes a canned reply. Throws `CANNED_REPLY_NOT_FOUND`. */
export async function deleteCannedReply({ db }: RepliesContext, id: string): Promise<void> {
  if (!(await deleteReply(db.kysely, id))) throw new ShopError('CANNED_REPLY_NOT_FOUND')
}

function rejectTitle(error: unknown): never {
  throw isTaken(error, 'chat_canned_reply_title') ? new ShopError('CANNED_REPLY_TAKEN') : error
}

function toReply({ updated_at, ...row }: ReplyRow): CannedReply {
  return { ...row, updatedAt: updated_at.toISOString() }
}
