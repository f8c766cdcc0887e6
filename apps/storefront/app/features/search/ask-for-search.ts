import { createListeners } from '../../lib/listeners.ts'

const { tell, subscribe } = createListeners()

/** Opens the search, from any part of the page. */
export const askForSearch = tell

/** Calls `listener` when the search is asked for, until the function that this gives is called. */
export const onSearchAsked = subscribe
