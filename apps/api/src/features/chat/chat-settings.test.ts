import type { OfficeHours } from '@solvane/contract/chat-settings.admin'
import { describe, expect, it, test } from 'vitest'
import { isOpenAt, sentenceOf } from './chat-settings.ts'

const day = { from: '09:00', to: '19:00' }
const hours: OfficeHours = {
  timeZone: 'Europe/Paris',
  week: [day, day, day, day, day, { from: '10:00', to: '18:00' }, null],
  closedOn: ['2026-12-25'],
}

describe('the hours are in their time zone', () => {
  it.each([
    ['a Monday in winter before nine', '2026-01-05T07:59:59Z', false],
    ['a Monday in winter at nine', '2026-01-05T08:00:00Z', true],
    ['a Monday in summer at nine', '2026-07-06T07:00:00Z', true],
    ['the last minute', '2026-01-05T17:59:59Z', true],
    ['the end', '2026-01-05T18:00:00Z', false],
    ['a Saturday before ten', '2026-01-10T08:30:00Z', false],
    ['a Saturday', '2026-01-10T12:00:00Z', true],
    ['a Sunday', '2026-01-11T12:00:00Z', false],
    ['a day off', '2026-12-25T12:00:00Z', false],
  ])('%s', (_title, at, isOpen) => {
    expect(isOpenAt(hours, new Date(at))).toBe(isOpen)
  })

  it('may last until midnight, on their own day', () => {
    const late = {
      ...hours,
      timeZone: 'America/New_York',
      week: Array(7).fill({ from: '20:00', to: '24:00' }),
    }
    expect(isOpenAt(late, new Date('2026-01-06T04:59:00Z'))).toBe(true)
    expect(isOpenAt(late, new Date('2026-01-06T05:00:00Z'))).toBe(false)
  })
})

test.each([
  [hours, 'We answer Monday to Friday 9:00–19:00, Saturday 10:00–18:00 (Paris time).'],
  [
    { ...hours, timeZone: 'America/New_York', week: [day, null, day, null, null, null, day] },
    'We answer Monday 9:00–19:00, Wednesday 9:00–19:00, Sunday 9:00–19:00 (New York time).',
  ],
  [{ ...hours, week: Array(7).fill(null) }, 'We answer by e-mail.'],
])('are formatted as a sentence', (given, sentence) => {
  expect(sentenceOf(given)).toBe(sentence)
})
