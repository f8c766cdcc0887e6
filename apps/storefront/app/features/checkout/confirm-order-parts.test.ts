import { expect, it } from 'vitest'
import { orderBlocker } from './confirm-order-parts.tsx'

const ready = {
  isLoaded: true,
  hasAddress: true,
  isDelivered: true,
  hasUnavailable: false,
  canBePaid: true,
  hasWrongTaxNumber: false,
  isCardFull: false,
}

it.each([
  [{}, null],
  [{ hasUnavailable: true, isLoaded: false }, 'Please take out what is unavailable first.'],
  [{ hasAddress: false }, 'Please select a shipping address.'],
  [{ isDelivered: false }, 'We do not deliver to your address. Please choose another one.'],
  [{ hasWrongTaxNumber: true }, 'Please check the tax number.'],
  [{ isCardFull: true }, 'The card has room for 8 lines.'],
  [{ canBePaid: false }, 'No payment can be taken at the moment. Please try again later.'],
  [{ hasAddress: false, canBePaid: false, isLoaded: false }, null],
])('with %j in the way it says %s', (state, sentence) => {
  expect(orderBlocker({ ...ready, ...state })).toBe(sentence)
})
