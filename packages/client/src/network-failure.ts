/** The message of a network failure: specified in Chinese, with an English translation. */
export const networkFailure = {
  english: 'The network request failed. Please try again later.',
  chinese: '网络请求失败，请稍后重试',
} as const
