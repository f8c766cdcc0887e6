import { expect, it } from 'vitest'
import { accountName } from './overview.tsx'

it.each([
  ['the nickname', { nickName: ' Elena ', email: 'e@example.com' }, 'Elena'],
  [
    'the part of the e-mail before the @ without one',
    { nickName: null, email: 'ada.w@example.com' },
    'ada.w',
  ],
  ['the same for an empty one', { nickName: '  ', email: 'ada@example.com' }, 'ada'],
])('the account is called by %s', (_, profile, name) => {
  expect(accountName(profile)).toBe(name)
})
