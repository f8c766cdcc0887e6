import { showToast } from '@solvane/ui/toast.ts'
import { isApiFailure } from './api.ts'
import { networkFailure } from './network-failure.ts'

/**
 * The message of a refused call; empty for any other error, and for a refusal in whose answer there
 * is nothing for a shopper to read: a proxy's page, say.
 */
export function messageOf(error: unknown): string {
  const isReadable = isApiFailure(error) && (error.code !== undefined || error.status === 0)
  return isReadable ? error.message : ''
}

/**
 * Tells the shopper that something did not succeed: with the message of the refused call, else with
 * `fallback`; a lost network in both languages (decision P5).
 */
export function showFailure(error: unknown, fallback: string): void {
  const message = messageOf(error) || fallback
  if (message === networkFailure.chinese) {
    showToast(networkFailure.english, 'error', { lang: 'zh', text: message })
  } else {
    showToast(message, 'error')
  }
}
