import { isApiFailure, networkFailure } from '@solvane/client/api'
import { showToast, type ToastKind } from '@solvane/ui/toast'

/**
 * The message of a rejected request; `fallback` for any other error, and for a rejection whose answer
 * has no message for a shopper: a proxy's page, for example.
 */
export function messageOf(error: unknown, fallback = ''): string {
  const isReadable = isApiFailure(error) && (error.code !== undefined || error.status === 0)
  return (isReadable && error.message) || fallback
}

/** Shows `message` as a toast; one that is specified in Chinese in both languages. */
export function showMessage(message: string, kind: ToastKind): void {
  const text = chineseTextOf(message)
  if (text) showToast(text.english, kind, { lang: 'zh', text: text.chinese })
  else showToast(message, kind)
}

/**
 * Shows a failure as a toast: the message of the rejected request, else
 * `fallback`.
 */
export function showFailure(error: unknown, fallback: string): void {
  showMessage(messageOf(error, fallback), 'error')
}

/** A sentence that is specified in Chinese, with its English for the reader: both are shown. */
interface ChineseText {
  english: string
  chinese: string
}

/** There is nothing to order. */
export const nothingToOrder: ChineseText = {
  english: 'Please choose the pieces you want to buy first.',
  chinese: '请先选择要购买的商品',
}

/** The preview of an order failed. */
export const previewFailure: ChineseText = {
  english: 'We could not calculate your order.',
  chinese: '获取订单预览失败',
}

/** An order could not be loaded. */
export const orderFailure: ChineseText = {
  english: 'We could not load your order.',
  chinese: '获取订单详情失败',
}

const texts: ChineseText[] = [networkFailure, nothingToOrder, previewFailure, orderFailure]

/** The text with this Chinese message, if there is one. */
function chineseTextOf(message: string): ChineseText | undefined {
  return texts.find(({ chinese }) => chinese === message)
}

/** The message of a failed request; one that is specified in Chinese shows in both languages. */
export function ErrorText({ message }: { message: string }) {
  const text = chineseTextOf(message)
  if (!text) return message
  return (
    <>
      {text.english} <span lang="zh">{text.chinese}</span>
    </>
  )
}

/** Whether a retry would be rejected again; a lost network or an overloaded server may recover. */
export function isClientError(error: unknown): boolean {
  return isApiFailure(error) && error.status >= 400 && error.status < 500
}
