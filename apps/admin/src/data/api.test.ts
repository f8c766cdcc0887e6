import { ApiError } from '@solvane/client/api'
import { expect, it } from 'vitest'
import { inEnglish } from './api.ts'

const failing = (error: Error) => inEnglish(() => Promise.reject(error))

it('a network failure is reported in English', async () => {
  const lost = failing(new ApiError(0, '网络请求失败，请稍后重试'))('getDashboard', {}, {})
  await expect(lost).rejects.toMatchObject({
    status: 0,
    message: 'The network request failed. Please try again later.',
  })
})

it('an error of the server keeps its message', async () => {
  const rejection = new ApiError(409, 'Someone else has saved this meanwhile.', 'STALE_EDIT')
  await expect(failing(rejection)('getDashboard', {}, {})).rejects.toBe(rejection)
})
