import { createListeners } from '../../lib/listeners.ts'

const { tell, subscribe } = createListeners()

/** Opens the support chat, from any part of the page. */
export const askForChat = tell

/** Calls `listener` when the chat is asked for, until the function that this gives is called. */
export const onChatAsked = subscribe
