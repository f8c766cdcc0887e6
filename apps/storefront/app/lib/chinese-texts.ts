import { networkFailure } from '@solvane/client/network-failure'

/** A sentence that is specified in Chinese, with its English for the reader: both are shown (decision P5). */
export interface ChineseText {
  english: string
  chinese: string
}

/** There is nothing to order. */
export const nothingToOrder: ChineseText = {
  english: 'Please choose the pieces you want to buy first.',
  chinese: '请先选择要购买的商品',
}

/** What an order would come to could not be had. */
export const previewFailure: ChineseText = {
  english: 'Your order could not be worked out.',
  chinese: '获取订单预览失败',
}

/** An order could not be had. */
export const orderFailure: ChineseText = {
  english: 'Your order could not be fetched.',
  chinese: '获取订单详情失败',
}

const texts: ChineseText[] = [networkFailure, nothingToOrder, previewFailure, orderFailure]

/** The text whose Chinese a message is, if it is one. */
export function chineseTextOf(message: string): ChineseText | undefined {
  return texts.find(({ chinese }) => chinese === message)
}
