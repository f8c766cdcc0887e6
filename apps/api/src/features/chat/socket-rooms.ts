/**
 * The sockets of a conversation: those of the shopper's side, and those of staff who have it open. A
 * shopper's other pages hear what is said through their account's own room.
 */
export const shopperSide = (roomId: string) => `chat:${roomId}`
export const supportSide = (roomId: string) => `support:${roomId}`

/** All staff who watch the inbox. */
export const inboxRoom = 'support'
