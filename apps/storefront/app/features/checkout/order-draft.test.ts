import { describe, expect, it } from 'vitest'
import {
  addressChoice,
  draftFor,
  giftOf,
  unansweredRequest,
  withQuantity,
} from './checkout-requests.ts'
import { emptyDraft, type OrderDraft, readDraft } from './order-draft.ts'

const filled: OrderDraft = {
  items: [
    { variantId: 'a', quantity: 1 },
    { variantId: 'b', quantity: 2 },
  ],
  source: 'buyNow',
  productPath: '/product/calvi-tote?color=Noir',
  selection: '5ec3e7005ec3e7005ec3e7005ec3e700',
  couponCode: 'SUMMER',
  selectedAddressId: 'home',
  deliveryMethodId: 'express',
  remark: 'A gift.',
  company: 'Ines & Co',
  taxNumber: 'FR40303265045',
  gift: { isWrapped: true, message: 'With love', sender: 'Ada', hidesPrices: false },
  selectedPaymentMethod: 'PAYPAL',
  owner: 'ines',
  request: { key: 'k', body: '{"items":[]}' },
}

describe('a stored draft', () => {
  it('reads back as it was written', () => {
    expect(readDraft(JSON.stringify(filled))).toEqual(filled)
  })

  it.each([null, '', 'no draft', 'null', '[]', '7', '{"items":7,"request":"k"}'])(
    'that is %s is empty, to be paid by STRIPE',
    (kept) => {
      expect(readDraft(kept)).toEqual({ ...emptyDraft, selectedPaymentMethod: 'STRIPE' })
    },
  )

  it('accepts no product path on another site', () => {
    const productPath = 'https://elsewhere.example/product/'
    expect(readDraft(JSON.stringify({ ...filled, productPath })).productPath).toBeNull()
  })

  it.each([null, 7, 'wrapped'])('has no gift where %s is stored', (gift) => {
    expect(readDraft(JSON.stringify({ ...filled, gift })).gift).toBeNull()
  })

  it.each(['', 'no request', 'null', '7', '[]', '{}', '{"items":7}'])(
    'drops a request that is %s',
    (body) => {
      const kept = JSON.stringify({ ...filled, request: { key: 'k', body } })
      expect(readDraft(kept)).toEqual({ ...filled, request: null })
    },
  )

  it('drops invalid items', () => {
    const items = [{ variantId: 'a', quantity: 1 }, { variantId: 'b', quantity: 0.5 }, null, 'c']
    expect(readDraft(JSON.stringify({ items })).items).toEqual([{ variantId: 'a', quantity: 1 }])
  })
})

describe('a draft of', () => {
  it('a guest who signs in stays whole', () => {
    const { owner: _, ...rest } = filled
    expect(draftFor({ ...rest, owner: null }, 'ines')).toEqual(filled)
    expect(draftFor(filled, 'ines')).toEqual(filled)
  })

  it('another shopper keeps only its items and their selection', () => {
    expect(draftFor(filled, 'marc')).toEqual({
      ...emptyDraft,
      items: filled.items,
      selection: filled.selection,
      source: 'buyNow',
      productPath: filled.productPath,
      owner: 'marc',
    })
  })
})

it('changes the quantity of an item and removes it at 0', () => {
  expect(withQuantity(filled, 'b', 1).items).toEqual([
    { variantId: 'a', quantity: 1 },
    { variantId: 'b', quantity: 1 },
  ])
  expect(withQuantity(filled, 'a', 0).items).toEqual([{ variantId: 'b', quantity: 2 }])
})

it.each([
  ['nothing of it', { isWrapped: false, message: ' ', sender: '', hidesPrices: false }, null],
  [
    'a message',
    { isWrapped: false, message: ' Hi ', sender: '', hidesPrices: false },
    { isWrapped: false, message: 'Hi', sender: null, hidesPrices: false },
  ],
])('sends a gift of which %s is chosen', (_, gift, sent) => {
  expect(giftOf(gift)).toEqual(sent)
})

describe('an unanswered request', () => {
  const body = {
    items: filled.items,
    addressId: 'home',
    deliveryMethodId: 'express',
    source: 'buyNow',
    remark: 'A gift.',
    company: 'Ines & Co',
    taxNumber: 'FR40303265045',
    gift: filled.gift,
    selection: filled.selection,
    expectedTotal: 100,
  }
  const draft = { ...filled, request: { key: 'k', body: JSON.stringify(body) } }

  it('is sent again while the draft is unchanged', () => {
    expect(unansweredRequest(draft, 'home')).toEqual(body)
  })

  it.each([
    ['the items', withQuantity(draft, 'a', 2), 'home'],
    ['the remark', { ...draft, remark: 'No gift.' }, 'home'],
    ['the company', { ...draft, company: '' }, 'home'],
    ['the gift', { ...draft, gift: null }, 'home'],
    ['the address', draft, 'work'],
    ['the delivery', { ...draft, deliveryMethodId: 'standard' }, 'home'],
    ['the selection', { ...draft, selection: null }, 'home'],
    ['where it began', { ...draft, source: 'cart' as const }, 'home'],
  ])('is another order once %s changed', (_, changed, addressId) => {
    expect(unansweredRequest(changed, addressId)).toBeNull()
  })
})

const [home, work, sea] = ['home', 'work', 'sea'].map((id) => ({ id, isDefault: id === 'work' }))
const addresses = [home, work, sea].filter((address) => address !== undefined)

it.each([
  ['the one that was chosen', addresses, 'sea', 'sea'],
  ['the default one when none was, or the chosen one has gone', addresses, 'gone', 'work'],
  ['the first when there is no default one', addresses.slice(2), null, 'sea'],
  ['none when there is none', [], 'home', undefined],
] as const)('takes %s', (_, known, selected, id) => {
  expect(addressChoice(known, selected)?.id).toBe(id)
})
