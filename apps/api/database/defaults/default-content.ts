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
    {
      key: 'settings',
      value: settingsWith([
        'Your order is prepared within {preparationDays} business days.',
        'Delivery takes {transitDays} business days; most orders arrive within {totalDays} business days in total. Shipping is {shippingFee} per order, and free from {freeShippingFrom}.',
      ]),
    },
    { key: 'availability', value: everythingOpen },
    { key: 'recommendations', value: recommendations },
    { key: 'faq', value: faq },
    ...defaultPages.map((page) => ({ key: `page:${page.slug}`, value: toPage(page) })),
  ]
}

export const everythingOpen: Stored<'availability'> = {
  isReadOnly: false,
  closedPaymentMethods: [],
  isChatClosed: false,
}

/** Days and times are those of this zone until staff set another. */
const defaultTimeZone = 'Europe/Paris'

/** The settings that a shop begins with: delivery as the policy states; `defaultDeliveryText` stands in for a product's description. */
export function settingsWith(defaultDeliveryText: string[]): Stored<'settings'> {
  return {
    shippingFeeCents: policy.shippingFeeCents,
    freeShippingFromCents: policy.freeShippingFromCents,
    preparationDays: words(policy.preparationDays),
    transitDays: words(policy.transitDays),
    totalDays: words(policy.totalDays),
    defaultDeliveryText,
    timeZone: defaultTimeZone,
  }
}

function words({ min, max }: { min: number; max: number }): string {
  return `${min}–${max}`
}
