import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer } from '../../../test/buyers.ts'
import { emailTo } from '../../../test/emails.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, deliveredOrder, makeBuyerIn } from '../../../test/returns.ts'
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

test('where terms name no address, goods go back to the seller, whose address has to be asked for if there is none', async () => {
  const { headers } = staff
  const ofFrance = { ...terms, countries: ['FR'], isWithdrawal: true, noticeDays: 14 }
  await shop.call('addReturnPolicy', { headers, body: { ...ofFrance, validFrom: '2027-07-15' } })
  const french = await makeBuyerIn(shop, 'FR')
  const [variant] = await stockVariants(shop, 1, 10)
  const save = async (address: string) => {
    const { data } = await shop.call('getInvoicing', { headers })
    const document = { ...data.document, name: 'Solvane SAS', address }
    await shop.call('saveInvoicing', { headers, body: { version: data.version, document } })
  }
  const withdraw = async () => {
    const { id } = await deliveredOrder(shop, { buyer: french, staff }, [variant], {
      method: 'COD',
    })
    const { terms: shown } = await askReturn(shop, french, id, [{ variantId: variant.id }])
    const { text } = await emailTo(shop, french.email, 'return-requested')
    return { address: shown.address, text: text?.replace(/\s+/g, ' ') }
  }
  await save('')
  const unknown = await withdraw()
  expect(unknown.address).toBeNull()
  expect(unknown.text).toContain('Please ask us in our chat where to send them.')
  await save('12 rue de la Paix\n75002 Paris')
  const known = await withdraw()
  expect(known.address).toBe('Solvane SAS\n12 rue de la Paix\n75002 Paris')
  expect(known.text).toContain(
    'Our address for returns: Solvane SAS, 12 rue de la Paix, 75002 Paris.',
  )
})

test('a country that is not known is named in the error', async () => {
  const body = { ...terms, countries: ['FR', 'UK'], noticeDays: 9, validFrom: '2027-07-16' }
  const { details } = await rejectionOf(
    shop.call('addReturnPolicy', { headers: staff.headers, body }),
  )
  expect(details?.fields).toMatchObject([{ field: 'countries.1', message: 'Unknown country: UK' }])
})
