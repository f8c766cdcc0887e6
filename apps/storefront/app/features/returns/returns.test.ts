import { expect, it } from 'vitest'
import { cancelLine, sendLine } from './return-parts.tsx'
import type { Return } from './returns.ts'

const terms = { address: null } as Return['terms']
const arrivesBy = '2026-12-13T23:59:59.999Z'

it('asks for what the shopper has of an order withdrawn from, of which a part may not be sent', () => {
  expect(sendLine({ isWithdrawal: true, arrivesBy, terms })).toMatch(
    /^Please send the pieces that you have so that they reach us by /,
  )
  expect(sendLine({ isWithdrawal: false, arrivesBy, terms })).toMatch(
    /^Please send the pieces so that they reach us by /,
  )
})

it('says that an unsent order goes on when its withdrawal is cancelled', () => {
  const withdrawal = { status: 'APPROVED', isWithdrawal: true } as const
  expect(cancelLine({ ...withdrawal, canSend: false })).toMatch(/^Your order goes on/)
  expect(cancelLine({ ...withdrawal, canSend: true })).toMatch(/^You keep the pieces/)
  const requested = { status: 'REQUESTED', isWithdrawal: false, canSend: false } as const
  expect(cancelLine(requested)).toMatch(/^You keep the pieces/)
})
