import type { Pool } from 'pg'
import type { z } from 'zod'
import { stableId } from '../seed/stable-id.ts'
import type { storedContent } from '../stored-content.ts'
import type { FaqThemeSource } from './content-types.ts'
import { defaultHome } from './default-home.ts'
import { defaultPages, toPage } from './default-pages.ts'
import { policy, policyWords } from './policy.ts'

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

/** The questions and answers that a shop begins with. */
export const defaultFaq: readonly FaqThemeSource[] = [
  {
    slug: 'about-us',
    title: 'About US',
    items: [
      {
        question: 'What does Solvane sell?',
        answer: [
          'Handbags, shoes, small leather goods, accessories and ready-to-wear. We sell them in this shop and send them worldwide.',
        ],
      },
      {
        question: 'How can I pay?',
        answer: [
          'By PayPal or wire transfer, and with the other methods that the checkout offers. All prices are in US dollars.',
          `With a bank wire you save ${policyWords.bankWireDiscount}. Write to us before ordering and we will send the details and the exact reduction.`,
        ],
      },
      {
        question: 'How is my order packaged?',
        answer: [
          'All orders are carefully packaged in our iconic boxes.',
          `Branded packaging costs an extra ${policyWords.brandedPackaging}, depending on the size. Choose it when you confirm your order.`,
        ],
      },
      {
        question: 'How can I reach you?',
        answer: [
          'Through the chat on any page, or through Contact US. We are glad to send more photographs and measurements.',
        ],
      },
    ],
  },
  {
    slug: 'delivery',
    title: 'Shipping & Delivery',
    items: [
      {
        question: 'How long does delivery take?',
        answer: [
          'We prepare your order in {preparationDays} business days. It is then {transitDays} business days in transit.',
          'Allow {totalDays} business days in total, preparation included.',
        ],
      },
      {
        question: 'What does shipping cost?',
        answer: [
          '{shippingFee} per order, however many items are in it. From {freeShippingFrom} of goods, shipping is free.',
        ],
      },
      {
        question: 'Where do you ship?',
        answer: ['Worldwide. If your country is not in the list at checkout, please write to us.'],
      },
      {
        question: 'Will I pay duties or taxes?',
        answer: [
          'Parcels that cross a border may be charged duty and tax by the country of arrival. These are not part of our prices and are paid by the recipient.',
        ],
      },
      {
        question: 'How do I follow my parcel?',
        answer: [
          'You receive an e-mail with the tracking number as soon as your order has been sent. You will also find it under My Orders.',
        ],
      },
    ],
  },
  {
    slug: 'exchange-returns',
    title: 'Exchanges & Returns',
    items: [
      {
        question: 'How do I return an item?',
        answer: [
          `Tell us within ${policyWords.returnNotice} of delivery, by chat or through Contact US, with your order number. We answer with an address.`,
          `The return must reach us within ${policyWords.returnReceived} of your notice.`,
        ],
      },
      {
        question: 'Is there a fee?',
        answer: [
          `A restocking fee of ${policyWords.restockingFee} of the price is deducted, depending on the item and its condition. We tell you the figure before you send anything.`,
          'There is no fee when the mistake is ours: a fault, damage on the way, or the wrong item.',
        ],
      },
      {
        question: 'In what condition should the item be?',
        answer: ['Unworn and complete, with its tag, cover, strap and box.'],
      },
      {
        question: 'Can I exchange for another colour or size?',
        answer: [
          `Yes, if the other is in stock. The same days apply: notice within ${policyWords.returnNotice}, and the item with us within ${policyWords.returnReceived} of it.`,
        ],
      },
      {
        question: 'When do I get my money back?',
        answer: [
          'Once we have received and inspected the return, by the method you paid with. Your bank may take some more days to show it.',
        ],
      },
      {
        question: 'Can I cancel an order?',
        answer: [
          'Until it is paid, at any time, under My Orders. After that please write to us at once.',
        ],
      },
    ],
  },
]

/**
 * Adds what a shop cannot be opened or edited without, where it is missing: the root category and
 * every document of the content table. Nothing that exists is changed. Several processes may do this at
 * once.
 */
export async function insertDefaults(pool: Pool): Promise<void> {
  // Looked for first: writing makes every process drop its cached answers, also when nothing is written.
  const { rows } = await pool.query<{ key: string }>('select key from content')
  const missing = defaultContent().filter(({ key }) => !rows.some((row) => row.key === key))
  if (missing.length > 0)
    await pool.query(
      `insert into content (key, value)
       select key, value from jsonb_to_recordset($1) as missing (key text, value jsonb)
       on conflict do nothing`,
      [JSON.stringify(missing)],
    )
  const { rowCount } = await pool.query('select from category where parent_id is null')
  if (rowCount) return
  const { id, identifier, slug, name, description } = rootCategory
  await pool.query(
    `insert into category (id, identifier, slug, name, description) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, identifier, slug, name, description],
  )
}

/** The root category, which holds everything and which the menu does not show. */
export const rootCategory = {
  id: stableId('category', 'all'),
  parent_id: null,
  identifier: 'all',
  slug: 'all',
  name: 'The Collection',
  description: 'Everything the house makes, the newest first.',
  picture: null,
  position: 0,
  product_count: 0,
} as const
