import { countries } from '@solvane/contract/countries'
import { describe, expect, it } from 'vitest'
import { likelyCountry, storedPhone, tidyPhone, typedPhone } from './address-form-values.ts'

describe('a phone number', () => {
  it.each([
    ['as it was specified', 'US', '(212) 555-0148', '+1 2125550148'],
    ['without the zero that is dialled at home', 'GB', '020 7946 0958', '+44 2079460958'],
    ['with the zero that is part of it', 'IT', '06 6982 1234', '+39 0669821234'],
    ['of a country that shares a code', 'CA', '416 555 0134', '+1 4165550134'],
    ['as typed when it can not be one', 'US', '12 34', '+1 12 34'],
    ['as nothing without a number', 'US', ' ', ''],
    ['as nothing without a prefix', '', '2125550148', ''],
  ])('is stored %s', (_, country, number, stored) => {
    expect(storedPhone({ country, number })).toBe(stored)
  })

  it('sets its country when it was pasted with a dialling code', () => {
    expect(tidyPhone({ country: 'US', number: '+33 1 42 68 53 00' })).toEqual({
      country: 'FR',
      number: '142685300',
    })
  })

  it('returns to the form with its stored country', () => {
    expect(typedPhone('+1 4165550134', 'CA')).toEqual({ country: 'CA', number: '4165550134' })
    expect(typedPhone('+1 2125550148', 'BS')).toEqual({ country: 'BS', number: '2125550148' })
  })

  it('derives its country where none was stored', () => {
    expect(typedPhone('+33 142685300', null)).toEqual({ country: 'FR', number: '142685300' })
  })
})

describe('the countries', () => {
  it('are about 240, named and with a dialling code', () => {
    expect(countries.length).toBeGreaterThan(230)
    for (const { name, code, dialingCode } of countries) {
      expect(name, code).not.toBe(code)
      expect(dialingCode).toMatch(/^\+\d{1,3}$/)
    }
    expect(countries.find(({ code }) => code === 'US')?.dialingCode).toBe('+1')
  })

  it.each([
    ['en-GB', 'GB'],
    ['pt-BR', 'BR'],
    ['fr', ''],
    ['en-001', ''],
  ])('guess from %s that it is "%s"', (language, country) => {
    expect(likelyCountry(language)).toBe(country)
  })
})
