import { randomUuid } from '@solvane/client/random-uuid'

/** The storage key of the room's id (spec section 3). */
export const chatRoomIdKey = 'chatRoomId'
const guestIdentifierKey = 'chatGuestId'

/** The shape of a room's id; the server rejects anything else. */
const goodId = /^[\w-]{22}$/

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked in this browser.
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

/** The room of this browser's conversation, if any. */
export function readRoomId(): string | null {
  const kept = read(chatRoomIdKey)
  return kept !== null && goodId.test(kept) ? kept : null
}

export function keepRoomId(roomId: string): void {
  if (readRoomId() !== roomId) keep(chatRoomIdKey, roomId)
}

let unkept: string | null = null

/** The id of this browser's guest, so that a first message that is sent twice opens one room. */
export function guestIdentifier(): string {
  const known = read(guestIdentifierKey) ?? unkept
  if (known) return known
  unkept = randomUuid()
  keep(guestIdentifierKey, unkept)
  return unkept
}

/** Forgets the conversation in this browser: the room is gone or belongs to another account. */
export function forgetRoom(): void {
  unkept = null
  try {
    localStorage.removeItem(chatRoomIdKey)
    localStorage.removeItem(guestIdentifierKey)
  } catch {
    // Without storage nothing was stored.
  }
}
