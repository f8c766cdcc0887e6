import { describe, expect, it, test } from 'vitest'
import { checkAddress, emptyAddress, filledAddress, likelyCountry } from './address-form-values.ts'

const filled = {
  ...emptyAddress('US', 'Home'),
  fullName: ' Ines Valcourt ',
  phoneNumber: '212 555 0148',
  streetAddress: '1 Main Street',
  city: 'New York',
  state: 'NY',
  postalCode: '10001',
}

const wrongFields = (values: typeof filled) => Object.keys(checkAddress(values).errors).sort()

describe('the address form', () => {
  it('returns the address as the API accepts it', () => {
    expect(checkAddress(filled).address).toEqual({
      title: 'Home',
      fullName: 'Ines Valcourt',
      phoneNumber: '+1 2125550148',
      phoneRegion: 'US',
      country: 'US',
      streetAddress: '1 Main Street',
      addressLine2: null,
      city: 'New York',
      state: 'NY',
      postalCode: '10001',
      isDefault: false,
    })
  })

  it('reports every missing field at once', () => {
    expect(wrongFields(emptyAddress(''))).toEqual([
      'city',
      'country',
      'fullName',
      'phoneNumber',
      'phoneRegion',
      'postalCode',
      'streetAddress',
      'title',
    ])
  })

  it.each([
    ['asks for a state in the United States', 'US', { state: '' }, ['state']],
    ['asks for a province in Canada', 'CA', { state: ' ' }, ['state']],
    ['asks for no state in France', 'FR', { state: '' }, []],
    ['asks for a postal code in France', 'FR', { postalCode: ' ' }, ['postalCode']],
    ['asks for no postal code in Qatar', 'QA', { postalCode: '', state: '' }, []],
  ])('%s', (_, country, change, wrong) => {
    expect(wrongFields({ ...filled, country, ...change })).toEqual(wrong)
  })

  it('is filled in as it was saved', () => {
    const { address } = checkAddress(filled)
    const stored = { ...address, id: 'a', isDefault: false } as Parameters<typeof filledAddress>[0]
    expect(checkAddress(filledAddress(stored)).address).toEqual(address)
  })
})

test.each([
  ['en-GB', 'GB'],
  ['de-CH', 'CH'],
  ['fr', ''],
  // Some browsers report this where the system names no language.
  ['', ''],
  ['en-US@posix', ''],
  ['C', ''],
])('of the language %j the country is %j', (language, country) => {
  expect(likelyCountry(language)).toBe(country)
})
