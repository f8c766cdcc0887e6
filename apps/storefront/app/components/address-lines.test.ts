import { expect, it } from 'vitest'
import { writtenLines } from './address-lines.tsx'

const address = {
  fullName: 'Ines Valcourt',
  phoneNumber: '+1 2125550148',
  streetAddress: '18 Prince Street',
  addressLine2: null,
  city: 'New York',
  state: 'NY',
  postalCode: '10012',
  country: 'US',
}

it('formats the lines of an address without empty ones', () => {
  expect(writtenLines(address)).toEqual([
    'Ines Valcourt',
    '18 Prince Street',
    'New York, NY 10012',
    'United States',
    '+1 2125550148',
  ])
})

it('formats the rest of an address whose owner was deleted', () => {
  const nobody = { fullName: null, phoneNumber: null, streetAddress: null, city: null }
  const left = { ...address, ...nobody, state: null, postalCode: null, country: 'FR' }
  expect(writtenLines(left)).toEqual(['France'])
})
