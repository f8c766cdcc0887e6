import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer } from '../../../test/buyers.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { deliveredOrder } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestShop()
  // Half past one of the next day in the shop's time zone.
  shop.setTime(new Date('2027-07-14T23:30:00Z'))
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const terms = {
  countries: [homeAddress.country],
  source: 'The shop',
  arrivalDays: 20,
  feeFrom: 0,
  feeUntil: 0,
  isWithdrawal: false,
  refundsDelivery: false,
  shopPaysPostage: false,
  address: null,
}

test('terms begin with the day of the shop’s time zone, for staff, pages and deliveries alike', async () => {
  const { headers } = staff
  for (const [validFrom, noticeDays] of [
    ['2027-07-15', 9],
    ['2027-07-16', 11],
  ] as const)
    await shop.call('addReturnPolicy', { headers, body: { ...terms, validFrom, noticeDays } })
  const { data } = await shop.call('listReturnPolicies', { headers })
  expect(
    data
      .filter(({ countries }) => countries.join() === homeAddress.country)
      .map(({ noticeDays, isValid }) => [noticeDays, isValid]),
  ).toEqual([
    [11, false],
    [9, true],
  ])

  const settings = await shop.call('getSiteSettings', {})
  expect(
    settings.data.returnPolicies.filter(
      ({ countries }) => countries.join() === homeAddress.country,
    ),
  ).toMatchObject([{ noticeDays: 9 }])

  const [variant] = await stockVariants(shop, 1, 10)
  const { id } = await deliveredOrder(shop, { buyer, staff }, [variant], { method: 'COD' })
  const options = await shop.call('getReturnOptions', {
    headers: buyer.headers,
    params: { orderId: id },
  })
  expect(options.data.terms).toMatchObject({ noticeDays: 9, arrivalDays: 20 })
})

test('terms do not begin in the past: what was delivered keeps its own', async () => {
  const { headers } = staff
  const body = { ...terms, noticeDays: 13, validFrom: '2027-07-14' }
  expect(await rejectionOf(shop.call('addReturnPolicy', { headers, body }))).toMatchObject({
    status: 400,
    code: 'RETURN_TERMS_PAST',
  })
  const { data } = await shop.call('listReturnPolicies', { headers })
  expect(data.map(({ noticeDays }) => noticeDays)).not.toContain(13)
})
