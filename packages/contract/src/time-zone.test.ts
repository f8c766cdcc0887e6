import { describe, expect, test } from 'vitest'
import { endOfDay, fromLocalTime, startOfDay, timeZoneName, toLocalTime } from './time-zone.ts'

const span = (day: string, timeZone: string) => [
  startOfDay(day, timeZone).toISOString(),
  endOfDay(day, timeZone).toISOString(),
]

describe('a day', () => {
  test.each([
    ['Europe/Paris', '2026-01-15', '2026-01-14T23:00:00.000Z', '2026-01-15T22:59:59.999Z'],
    ['Europe/Paris', '2026-07-15', '2026-07-14T22:00:00.000Z', '2026-07-15T21:59:59.999Z'],
    // 23 hours, and 25.
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Pacific/Auckland', '2026-11-23', '2026-11-22T11:00:00.000Z', '2026-11-23T10:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['Asia/Kathmandu', '2026-02-28', '2026-02-27T18:15:00.000Z', '2026-02-28T18:14:59.999Z'],
    // Clocks go from 24:00 to 01:00: there is no midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    // Midnight comes twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ])('in %s, %s, is from %s to %s', (timeZone, day, start, end) => {
    expect(span(day, timeZone)).toEqual([start, end])
  })
})

describe('a time of the shop', () => {
  test('survives a round trip, unless clocks skip it', () => {
    for (const local of ['2026-01-15T09:00:00', '2026-07-15T23:59:59', '2026-10-25T02:30:00'])
      expect(toLocalTime(fromLocalTime(local, 'Europe/Paris'), 'Europe/Paris')).toBe(local)
    const left = fromLocalTime('2026-03-29T02:30', 'Europe/Paris')
    expect(toLocalTime(left, 'Europe/Paris')).toBe('2026-03-29T03:30:00')
  })

  test('that occurs twice is the first', () => {
    const instant = fromLocalTime('2026-10-25T02:30', 'Europe/Paris').toISOString()
    expect(instant).toBe('2026-10-25T00:30:00.000Z')
  })
})

test('a time zone requires an IANA name', () => {
  for (const name of ['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires'])
    expect(timeZoneName.safeParse(name).success, name).toBe(true)
  for (const name of ['', 'Nowhere/Else', '+02:00', '-05', 'Paris time'])
    expect(timeZoneName.safeParse(name).success, name).toBe(false)
})

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
  '%s has a first and a last instant',
  (day) => {
    for (const zone of ['Europe/Paris', 'Pacific/Auckland', 'UTC']) {
      const [start, end] = [startOfDay(day, zone).getTime(), endOfDay(day, zone).getTime()]
      expect(end - start).toBe(86_399_999)
    }
  },
)
