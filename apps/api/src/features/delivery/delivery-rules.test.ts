import { formatArrival } from '@solvane/contract/delivery-texts'
import { describe, expect, test } from 'vitest'
import { deliveryWith } from '../../../database/defaults/default-content.ts'
import { storedDelivery } from '../../../database/stored-content.ts'
import {
  feeFor,
  methodsFor,
  promisedDays,
  shownZones,
  standardMethodOf,
  totalDaysOf,
  zoneFor,
} from './delivery-rules.ts'

const defaultDelivery = storedDelivery.parse(
  deliveryWith(['Prepared within {preparationDays} business days.']),
)
const method = {
  id: 'standard',
  name: 'Standard delivery',
  feeCents: 15_99,
  freeFromCents: 300_00,
  weightBands: [],
  transitDays: '5–10',
  totalDays: '7–11',
}

describe('the default', () => {
  test('is the specification: one zone, one method, $15.99, free from $300, its days', () => {
    expect(defaultDelivery.zones).toHaveLength(1)
    expect(defaultDelivery.zones[0]?.methods).toHaveLength(1)
    expect(standardMethodOf(defaultDelivery)).toEqual(method)
    expect(defaultDelivery).toMatchObject({ preparationDays: '1–3', holidays: [] })
  })

  test.each(['US', 'FR', 'JP', 'AQ'])('delivers to %s', (country) => {
    expect(zoneFor(defaultDelivery, { country, postalCode: null })?.id).toBe('everywhere')
  })

  test.each([
    [1, 15_99],
    [299_99, 15_99],
    [300_00, 0],
  ])('goods of %i cents cost %i to deliver', (cents, fee) => {
    expect(feeFor(method, { cents, grams: 0 })).toBe(fee)
  })
})

test('methods are offered with their fees and days; none where the shop does not deliver', () => {
  const at = { at: new Date('2026-11-24T09:00:00Z'), timeZone: 'Europe/Paris' }
  const days = { arrivesFrom: '2026-12-03', arrivesUntil: '2026-12-09' }
  const offered = {
    id: 'standard',
    name: 'Standard delivery',
    freeFrom: 300,
    totalDays: '7–11',
    ...days,
  }
  expect(methodsFor(defaultDelivery, null, at)).toEqual([{ ...offered, fee: 15.99 }])
  expect(methodsFor(defaultDelivery, null, { ...at, goods: { cents: 300_00, grams: 0 } })).toEqual([
    { ...offered, fee: 0 },
  ])
  const [everywhere] = defaultDelivery.zones
  const zones = everywhere ? [{ ...everywhere, countries: ['FR'] }] : []
  const canada = { country: 'CA', postalCode: 'K1A 0B1' }
  expect(methodsFor({ ...defaultDelivery, zones }, canada, at)).toEqual([])
})

test('a method can be free of charge never, or always', () => {
  const fee = { feeCents: 49_00, weightBands: [] }
  expect(feeFor({ ...fee, freeFromCents: null }, { cents: 999_999_99, grams: 0 })).toBe(49_00)
  expect(feeFor({ ...fee, freeFromCents: 0 }, { cents: 1, grams: 0 })).toBe(0)
})

describe('a method with fees by weight', () => {
  const weightBands = [
    { upToGrams: 500, feeCents: 0 },
    { upToGrams: 2_000, feeCents: 12_00 },
    { upToGrams: 10_000, feeCents: 30_00 },
  ]
  const parcel = { ...method, feeCents: 60_00, weightBands }

  test.each([
    ['whose weight is not known', 299_99, 0, 0],
    ['in the first band', 299_99, 1, 0],
    ['at the end of the first band', 299_99, 500, 0],
    ['a gram above it', 299_99, 501, 12_00],
    ['at the end of the second band', 299_99, 2_000, 12_00],
    ['a gram above that', 299_99, 2_001, 30_00],
    ['at the end of the last band', 299_99, 10_000, 30_00],
    ['above the last band', 299_99, 10_001, 60_00],
    ['that are free of charge, light', 300_00, 501, 0],
    ['that are free of charge, heavy', 300_00, 10_001, 0],
  ])('charges for goods %s', (_title, cents, grams, fee) => {
    expect(feeFor(parcel, { cents, grams })).toBe(fee)
  })

  test('is shown with them as long as the goods are not known, else with the one that applies', () => {
    const at = { at: new Date('2026-11-24T09:00:00Z'), timeZone: 'Europe/Paris' }
    const zones = [{ id: 'all', name: 'All', countries: [], postcodes: [], methods: [parcel] }]
    const delivery = { ...defaultDelivery, zones }
    expect(methodsFor(delivery, null, at)).toMatchObject([
      {
        fee: 60,
        weightBands: [
          { upToGrams: 500, fee: 0 },
          { upToGrams: 2_000, fee: 12 },
          { upToGrams: 10_000, fee: 30 },
        ],
      },
    ])
    const [known] = methodsFor(delivery, null, { ...at, goods: { cents: 100_00, grams: 1_500 } })
    expect(known).toMatchObject({ fee: 12 })
    expect(known).not.toHaveProperty('weightBands')
  })
})

describe('the zone', () => {
  const zone = (id: string, countries: string[], postcodes: string[] = []) => ({
    id,
    name: id,
    countries,
    postcodes,
    methods: [method],
  })
  const zones = [
    zone('london', ['GB'], ['SW1*', 'EC1A 1BB']),
    zone('britain', ['GB', 'IE']),
    zone('rest', []),
  ]
  test.each([
    ['begins with a pattern', 'GB', 'sw1a 1aa', 'london'],
    ['is written without a space', 'GB', 'EC1A1BB', 'london'],
    ['only begins as a whole postcode', 'GB', 'EC1A 1BC', 'britain'],
    ['is missing', 'GB', null, 'britain'],
    ['is of another country', 'FR', 'SW1A 1AA', 'rest'],
    ['is in a list of countries', 'IE', 'D02', 'britain'],
  ])('is right if the postcode %s', (_title, country, postalCode, id) => {
    expect(zoneFor({ zones }, { country, postalCode })?.id).toBe(id)
  })

  test('is that for all other countries as long as the destination is unknown', () => {
    expect(zoneFor({ zones }, null)?.id).toBe('rest')
    expect(zoneFor({ zones: zones.slice(0, 2) }, null)?.id).toBe('london')
  })

  test('is missing for a country that no zone has', () => {
    const destination = { country: 'FR', postalCode: '75001' }
    expect(zoneFor({ zones: zones.slice(0, 2) }, destination)).toBeUndefined()
  })
})

test('pages state zones by country: none of only some postcodes, and no country twice', () => {
  const zone = (id: string, countries: string[], postcodes: string[] = []) => ({
    id,
    name: id,
    countries,
    postcodes,
    methods: [method, { ...method, id: 'fast', feeCents: 49_00 }],
  })
  const zones = [
    zone('london', ['GB'], ['SW1*']),
    zone('isles', ['GB', 'IE']),
    zone('west', ['IE', 'FR']),
    zone('ireland', ['IE']),
    zone('rest', []),
  ]
  const fees = { fee: 15.99, freeFrom: 300, transitDays: '5–10' }
  expect(shownZones({ zones })).toEqual([
    { ...fees, countries: ['GB', 'IE'] },
    { ...fees, countries: ['FR'] },
    { ...fees, countries: [] },
  ])
})

test.each([
  ['1–3', '5–10', '7–11', '7–11'],
  ['1–3', '5–10', '', '6–13'],
  ['1', '2', '', '3'],
])(
  'preparation %s and transit %s, in total %s, are %s',
  (preparationDays, transitDays, totalDays, total) => {
    expect(totalDaysOf({ preparationDays }, { transitDays, totalDays })).toBe(total)
  },
)

describe('the promised days', () => {
  const shop = {
    cutOff: '14:00',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-28', name: 'Stocktaking' },
    ],
    preparationDays: '1',
  }
  const quick = { transitDays: '1–3', totalDays: '' }
  const paris = 'Europe/Paris'
  // 2026-11-24 is a Tuesday; in winter Paris is an hour ahead of UTC.
  test.each([
    ['before the cut-off', '2026-11-24T12:59:00Z', paris, quick, '2026-11-26', '2026-11-30'],
    ['at the cut-off', '2026-11-24T13:00:59Z', paris, quick, '2026-11-26', '2026-11-30'],
    ['a minute later', '2026-11-24T13:01:00Z', paris, quick, '2026-11-27', '2026-12-01'],
    ['on Friday evening', '2026-11-27T17:00:00Z', paris, quick, '2026-12-02', '2026-12-04'],
    ['at the weekend', '2026-11-28T09:00:00Z', paris, quick, '2026-12-02', '2026-12-04'],
    ['over holidays', '2026-12-23T09:00:00Z', paris, quick, '2026-12-29', '2026-12-31'],
    ['on a holiday', '2026-12-25T09:00:00Z', paris, quick, '2026-12-31', '2027-01-04'],
    ['over the new year', '2026-12-29T09:00:00Z', paris, quick, '2026-12-31', '2027-01-04'],
    ['in summer time', '2026-07-07T12:00:59Z', paris, quick, '2026-07-09', '2026-07-13'],
    ['as clocks are set back', '2026-10-23T12:00:00Z', paris, quick, '2026-10-27', '2026-10-29'],
    ['where it is tomorrow', '2026-11-24T20:00:00Z', 'Asia/Tokyo', quick, '2026-11-27', '2026-12-01'],
    ['where it is yesterday', '2026-11-25T03:00:00Z', 'America/Los_Angeles', quick, '2026-11-27', '2026-12-01'],
    ['in exact days', '2026-11-24T09:00:00Z', paris, { transitDays: '2', totalDays: '' }, '2026-11-27', '2026-11-27'],
    ['on the same day', '2026-11-24T09:00:00Z', paris, { transitDays: '0', totalDays: '0' }, '2026-11-24', '2026-11-24'],
    ['by a total', '2026-11-24T09:00:00Z', paris, method, '2026-12-03', '2026-12-09'],
    ['in a range written backwards', '2026-11-24T09:00:00Z', paris, { transitDays: '3–1', totalDays: '' }, '2026-11-26', '2026-11-30'],
  ])('of an order placed %s', (_title, at, timeZone, by, arrivesFrom, arrivesUntil) => {
    const promise = promisedDays(shop, by, { at: new Date(at), timeZone })
    expect(promise).toEqual({ arrivesFrom, arrivesUntil })
  }) // biome-ignore format: one case a line

  test.each([
    ['2026-12-01', '2026-12-03', 'Tue 1 – Thu 3 December'],
    ['2026-11-30', '2026-12-02', 'Mon 30 November – Wed 2 December'],
    ['2026-12-01', '2026-12-01', 'Tue 1 December'],
    ['2026-12-31', '2027-01-04', 'Thu 31 December – Mon 4 January'],
  ])('%s to %s read %s', (arrivesFrom, arrivesUntil, text) => {
    expect(formatArrival({ arrivesFrom, arrivesUntil })).toBe(text)
  })
})
