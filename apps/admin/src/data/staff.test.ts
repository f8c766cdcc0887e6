import { expect, it } from 'vitest'
import { admissionOf } from './staff.ts'

const unknown = { isLoaded: false, isSignedIn: false, profile: null }
const guest = { isLoaded: true, isSignedIn: false, profile: null }
const coming = { isLoaded: false, isSignedIn: true, profile: null }
const shopper = { isLoaded: true, isSignedIn: true, profile: { role: 'USER' } } as const
const admin = { isLoaded: true, isSignedIn: true, profile: { role: 'ADMIN' } } as const

it.each([
  ['waits while it is not known who it is', unknown, 'USER', 'wait'],
  ['waits for the profile', coming, 'ADMIN', 'wait'],
  ['sends a guest to sign in', guest, 'USER', 'sign-in'],
  ['lets a shopper in', shopper, 'USER', 'enter'],
  ['lets an administrator in', admin, 'USER', 'enter'],
  ['sends a guest of the back office to sign in', guest, 'ADMIN', 'sign-in'],
  ['sends a shopper home from the back office', shopper, 'ADMIN', 'home'],
  ['lets an administrator into the back office', admin, 'ADMIN', 'enter'],
] as const)('a protected page %s', (_, principal, needed, admission) => {
  expect(admissionOf(principal, needed)).toBe(admission)
})
