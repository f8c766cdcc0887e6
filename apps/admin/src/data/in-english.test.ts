import { ApiError } from '@solvane/client/api'
import { expect, it } from 'vitest'
import { inEnglish } from './in-english.ts'

const refusing = (error: Error) => inEnglish(() => Promise.reject(error))

it('a lost network is told in English', async () => {
  const lost = refusing(new ApiError(0, '网络请求失败，请稍后重试'))('getDashboard', {}, {})
  await expect(lost).rejects.toMatchObject({
    status: 0,
    message: 'The network request failed. Please try again later.',
  })
})

it('what the house has refused is told in its words', async () => {
  const refusal = new ApiError(409, 'Someone else has saved this meanwhile.', 'STALE_EDIT')
  await expect(refusing(refusal)('getDashboard', {}, {})).rejects.toBe(refusal)
})
