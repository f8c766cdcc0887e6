/** What is said when the network was lost: specified in Chinese, with its English for the reader. */
export const networkFailure = {
  english: 'The network request failed. Please try again later.',
  chinese: '网络请求失败，请稍后重试',
} as const
