import { randomUuid } from '@solvane/client/random-uuid'

/** Where the room's id is kept (spec section 3). */
export const chatRoomIdKey = 'chatRoomId'
const guestIdentifierKey = 'chatGuestId'

/** What a room's id looks like: what something else has left there would be refused. */
const goodId = /^[\w-]{22}$/

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is switched off in this browser: then there is nothing in it.
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The conversation then lasts as long as its page.
  }
}

/** The conversation that was begun in this browser, if any. */
export function readRoomId(): string | null {
  const kept = read(chatRoomIdKey)
  return kept !== null && goodId.test(kept) ? kept : null
}

export function keepRoomId(roomId: string): void {
  if (readRoomId() !== roomId) keep(chatRoomIdKey, roomId)
}

let unkept: string | null = null

/** Names this browser's guest to the house, so that a first message that is sent twice opens one room. */
export function guestIdentifier(): string {
  const known = read(guestIdentifierKey) ?? unkept
  if (known) return known
  unkept = randomUuid()
  keep(guestIdentifierKey, unkept)
  return unkept
}

/** Forgets the conversation in this browser: it is somebody else's now, or nobody's. */
export function forgetRoom(): void {
  unkept = null
  try {
    localStorage.removeItem(chatRoomIdKey)
    localStorage.removeItem(guestIdentifierKey)
  } catch {
    // Nothing was kept.
  }
}
