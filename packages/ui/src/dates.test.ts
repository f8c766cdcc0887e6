import { expect, it } from 'vitest'
import { formatDay, formatInstant } from './dates.ts'

it('formats day and time of an instant in UTC, whatever the reader’s time zone', () => {
  expect(formatDay('2026-07-12T23:59:59.000Z')).toBe('12 July 2026')
  expect(formatInstant('2026-01-01T00:05:00.000Z')).toBe('1 Jan 2026, 00:05 UTC')
})
