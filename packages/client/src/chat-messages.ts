import type { EndpointOutput } from './api.ts'

export type ChatMessage = EndpointOutput<'listChatMessages'>['data']['data'][number]

/** A picture that is being sent, as it is shown meanwhile. */
export interface PictureToSend {
  id: string
  width: number
  height: number
  color: string
  /** A data URL. */
  preview: string
}

/** A message as a page shows it: the server's, or one that is being sent (spec section 3). */
export interface ShownMessage extends Omit<ChatMessage, 'seq' | 'roomId'> {
  /** Null until the server has accepted it. */
  seq: number | null
  /** Being sent. */
  loading: boolean
  /** Sending failed; `errorMessage` says why. */
  error: boolean
  errorMessage: string
  /** Pictures of a message that this page has sent. */
  previews?: readonly PictureToSend[]
}

const unsent = { seq: null, loading: true, error: false, errorMessage: '' } as const

/** A new message, as it is shown while it is being sent. */
export function pendingMessage(
  said: Pick<ChatMessage, 'clientMessageId' | 'content' | 'senderType'> & {
    previews?: readonly PictureToSend[]
    products?: ChatMessage['products']
  },
  now: Date,
): ShownMessage {
  return {
    ...unsent,
    ...said,
    id: said.clientMessageId,
    senderName: null,
    createdAt: now.toISOString(),
    attachments: [],
    products: said.products ?? [],
  }
}

/**
 * Merges messages from the server into those shown: in order, without duplicates. A message being
 * sent is replaced by the server's with the same `clientMessageId`; unsent ones stay at the end.
 */
export function withReceived(
  shown: readonly ShownMessage[],
  received: readonly ChatMessage[],
): ShownMessage[] {
  const known = new Map(shown.map((message) => [message.clientMessageId, message]))
  for (const { roomId: _, ...message } of received) {
    const before = known.get(message.clientMessageId)
    known.set(message.clientMessageId, {
      ...message,
      loading: false,
      error: false,
      errorMessage: '',
      // The previews stay, so that the pictures need not be fetched.
      ...(before?.previews && { previews: before.previews }),
    })
  }
  const all = [...known.values()]
  const taken = all.filter(({ seq }) => seq !== null)
  const waiting = all.filter(({ seq }) => seq === null)
  return [...taken.sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0)), ...waiting]
}

/** The messages with one marked as failed. */
export function withFailed(
  shown: readonly ShownMessage[],
  clientMessageId: string,
  errorMessage: string,
): ShownMessage[] {
  return change(shown, clientMessageId, { loading: false, error: true, errorMessage })
}

/** The messages with one marked as being sent again. */
export function withRetried(
  shown: readonly ShownMessage[],
  clientMessageId: string,
): ShownMessage[] {
  return change(shown, clientMessageId, unsent)
}

function change(
  shown: readonly ShownMessage[],
  clientMessageId: string,
  to: Partial<ShownMessage>,
): ShownMessage[] {
  return shown.map((message) =>
    // A message that the server has accepted cannot fail any more.
    message.clientMessageId === clientMessageId && message.seq === null
      ? { ...message, ...to }
      : message,
  )
}

/**
 * The `seq` after which messages must be fetched: the last before a gap, else the last of all; 0 if
 * there are none.
 */
export function lastWithoutGap(shown: readonly ShownMessage[]): number {
  let last = 0
  for (const { seq } of shown) {
    if (seq === null || (last > 0 && seq !== last + 1)) break
    last = seq
  }
  return last
}

/** Whether messages are missing between those that are shown. */
export function hasGap(shown: readonly ShownMessage[]): boolean {
  const last = shown.findLast(({ seq }) => seq !== null)?.seq ?? 0
  return lastWithoutGap(shown) < last
}

const web = /\bhttps?:\/\/[^\s<>"'`]+/gi
/** Punctuation after a URL is not part of it. */
const trailing = /[.,;:!?)\]}»”’]+$/

/** Splits a text into plain parts and web URLs, which become links. */
export function linkParts(text: string): { text: string; href: string | null }[] {
  const parts: { text: string; href: string | null }[] = []
  let at = 0
  for (const match of text.matchAll(web)) {
    const address = match[0].replace(trailing, '')
    if (!URL.canParse(address)) continue
    const { href, protocol } = new URL(address)
    if (protocol !== 'http:' && protocol !== 'https:') continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null })
    parts.push({ text: address, href })
    at = match.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}

/** Cached by time zone, because a long conversation formats many days. */
const calendars = new Map<string | undefined, Intl.DateTimeFormat>()

/** The day of a message in a time zone, by default the reader's: `2026-03-01`. */
export function dayOf(instant: string, timeZone?: string): string {
  // The Swedish date format is that of ISO 8601.
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(instant))
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** The heading of a day's messages: `Today`, `Yesterday`, `Monday 3 March`. */
export function dayName(instant: string, now: Date, timeZone?: string): string {
  const day = dayOf(instant, timeZone)
  const today = dayOf(now.toISOString(), timeZone)
  if (day === today) return 'Today'
  const noon = Date.parse(`${day}T12:00Z`)
  if (Date.parse(`${today}T12:00Z`) - noon === dayMilliseconds) return 'Yesterday'
  return longDay.format(noon).replace(',', '')
}
