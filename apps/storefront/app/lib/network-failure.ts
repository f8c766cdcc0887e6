/** The sentence for a lost network: the specified string, and its English for the reader (decision P5). */
export const networkFailure = {
  english: 'The network request failed. Please try again later.',
  chinese: '网络请求失败，请稍后重试',
} as const
