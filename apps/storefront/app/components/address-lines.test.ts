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

it.each([
  ['DE', null, '10115 New York'],
  ['IT', 'MI', '10115 New York MI'],
  ['ES', 'Madrid', '10115 New York, Madrid'],
  ['GB', null, 'New York, 10115'],
])('writes the postal code where the post of %s asks for it', (country, state, line) => {
  expect(writtenLines({ ...address, country, state, postalCode: '10115' })).toContain(line)
})
