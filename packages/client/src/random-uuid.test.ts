import { guestCartId } from '@solvane/contract/cart'
import { expect, it } from 'vitest'
import { randomUuid } from './random-uuid.ts'

it('a UUID v4, another every time', () => {
  const made = Array.from({ length: 200 }, randomUuid)
  for (const id of made) expect(guestCartId.safeParse(id).success).toBe(true)
  expect(new Set(made).size).toBe(200)
})
