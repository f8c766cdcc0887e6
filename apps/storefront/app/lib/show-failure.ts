import { isApiFailure } from '@solvane/client/api'
import { showToast, type ToastKind } from '@solvane/ui/toast.ts'
import { chineseTextOf } from './chinese-texts.ts'

/**
 * The message of a refused call; `fallback` for any other error, and for a refusal in whose answer
 * there is nothing for a shopper to read: a proxy's page, say.
 */
export function messageOf(error: unknown, fallback = ''): string {
  const isReadable = isApiFailure(error) && (error.code !== undefined || error.status === 0)
  return (isReadable && error.message) || fallback
}

/** Shows `message` for a moment; what is specified in Chinese in both languages (decision P5). */
export function showMessage(message: string, kind: ToastKind): void {
  const text = chineseTextOf(message)
  if (text) showToast(text.english, kind, { lang: 'zh', text: text.chinese })
  else showToast(message, kind)
}

/**
 * Tells the shopper that something did not succeed: with the message of the refused call, else with
 * `fallback`.
 */
export function showFailure(error: unknown, fallback: string): void {
  showMessage(messageOf(error, fallback), 'error')
}
