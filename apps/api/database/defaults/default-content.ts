import type { z } from 'zod'
import type { storedContent } from '../stored-content.ts'
import { defaultFaq } from './default-faq.ts'
import { defaultHome } from './default-home.ts'
import { defaultPages, toPage } from './default-pages.ts'
import { policy } from './policy.ts'

export type Stored<Key extends keyof typeof storedContent> = z.input<(typeof storedContent)[Key]>

/** A row of the content table. */
export interface ContentDocument {
  key: string
  value: unknown
}

/** Every document of the content table as a shop begins with it: neutral texts, and no products. */
export function defaultContent(): ContentDocument[] {
  const recommendations: Stored<'recommendations'> = {
    homeMain: [],
    homeSpecial: [],
    hotSearches: [],
    hotKeywords: [],
  }
  const faq: Stored<'faq'> = { themes: [...defaultFaq] }
  return [
    { key: 'home', value: defaultHome() },
    { key: 'settings', value: defaultSettings },
    {
      key: 'delivery',
      value: deliveryWith([
        'Your order is prepared within {preparationDays} business days.',
        'Delivery takes {transitDays} business days; most orders arrive within {totalDays} business days in total. Shipping is {shippingFee} per order, and free from {freeShippingFrom}.',
      ]),
    },
    { key: 'availability', value: everythingOpen },
    { key: 'gifts', value: defaultGifts },
    { key: 'recommendations', value: recommendations },
    { key: 'faq', value: faq },
    { key: 'invoicing', value: defaultInvoicing },
    ...defaultPages.map((page) => ({ key: `page:${page.slug}`, value: toPage(page) })),
  ]
}

/** Staff write the rest of the seller's legal block before the first sale. */
export const defaultInvoicing: Stored<'invoicing'> = {
  name: 'Solvane',
  address: '',
  taxNumber: '',
  registration: '',
  invoicePrefix: 'INV',
  creditNotePrefix: 'CN',
}

export const everythingOpen: Stored<'availability'> = {
  isReadOnly: false,
  closedPaymentMethods: [],
  isChatClosed: false,
}

/** The middle of what the policy says about branded packaging. */
export const defaultGifts: Stored<'gifts'> = { isOffered: true, wrapCents: 25_00 }

/** Days and times are those of this zone until staff set another. */
export const defaultSettings: Stored<'settings'> = { timeZone: 'Europe/Paris' }

/** Delivery as the policy states it: one zone, one method. Migration 0030 gives older shops the same. */
const policyOfDelivery: Omit<Stored<'delivery'>, 'defaultDeliveryText'> = {
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  preparationDays: words(policy.preparationDays),
  zones: [
    {
      id: 'everywhere',
      name: 'All countries',
      countries: [],
      postcodes: [],
      methods: [
        {
          id: 'standard',
          name: 'Standard delivery',
          feeCents: policy.shippingFeeCents,
          freeFromCents: policy.freeShippingFromCents,
          weightBands: [],
          transitDays: words(policy.transitDays),
          totalDays: words(policy.totalDays),
        },
      ],
    },
  ],
}

/** Delivery that a shop begins with; `defaultDeliveryText` stands in for a product's own text. */
export function deliveryWith(defaultDeliveryText: string[]): Stored<'delivery'> {
  return { ...policyOfDelivery, defaultDeliveryText }
}

function words({ min, max }: { min: number; max: number }): string {
  return `${min}–${max}`
}
