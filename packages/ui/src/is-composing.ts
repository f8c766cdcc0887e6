import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method that is putting a word together. The Enter that ends the word is
 * told from any other by its code alone in Safari, which has ended the composition by then.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
