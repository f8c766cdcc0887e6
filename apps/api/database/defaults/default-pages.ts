import type { Page } from '@solvane/contract/content'
import { pictureNamed } from '../picture-manifest.ts'
import type { PageSource } from './content-types.ts'
import { legalPages } from './pages-legal.ts'
import { sizeGuidePage } from './pages-size-guide.ts'
import { policyWords } from './policy.ts'

/** The information pages that a shop begins with. */
export const defaultPages: readonly PageSource[] = [
  {
    slug: 'about-us',
    title: 'About Solvane',
    description: 'What Solvane sells, and how to reach the people behind it.',
    sections: [
      {
        id: 'shop',
        heading: 'The shop',
        body: [
          'Solvane sells handbags, shoes, small leather goods, accessories and ready-to-wear, and sends them to shoppers worldwide.',
          'The page of each product says what it is made of, how large it is and how to care for it.',
        ],
      },
      {
        id: 'contact',
        heading: 'Talk to us',
        body: [
          'Questions about a product, an order or a return are answered in the chat on any page, and through Contact US.',
        ],
      },
    ],
  },
  {
    slug: 'shipping',
    title: 'Shipping & Delivery',
    description: 'How an order is prepared, how long it travels and what shipping costs.',
    sections: [
      {
        id: 'preparation',
        heading: 'Preparation',
        body: ['Your order is prepared within {preparationDays} business days.'],
      },
      {
        id: 'transit',
        heading: 'Delivery',
        body: [
          'Delivery takes {transitDays} business days once the parcel has left us: {totalDays} business days in total, preparation included.',
          'You receive the tracking number by e-mail, and it stays with the order in your account.',
        ],
      },
      {
        id: 'cost',
        heading: 'What it costs',
        body: [
          'Shipping is {shippingFee} per order. It is free when the goods come to {freeShippingFrom} or more.',
          'Duties and taxes of the country of arrival are not included. Where they apply, the recipient pays them.',
        ],
      },
      {
        id: 'packaging',
        heading: 'Packaging',
        body: [
          'All orders are carefully packaged in our iconic boxes.',
          `Branded packaging costs an extra ${policyWords.brandedPackaging}, depending on the size. Choose it when you confirm your order.`,
        ],
      },
    ],
  },
  {
    slug: 'returns',
    title: 'Returns & Exchanges',
    description:
      'How to return or exchange an item: the days, the condition, the fee and the refund.',
    sections: [
      {
        id: 'notice',
        heading: 'Tell us first',
        body: [
          `Return notice is due within ${policyWords.returnNotice} of delivery. Write to us by chat or through Contact US with your order number; we answer with an address.`,
        ],
      },
      {
        id: 'sending',
        heading: 'Sending it back',
        body: [
          `The return must be received within ${policyWords.returnReceived} of your notice. The item should be unworn and complete, with its tag, cover, strap and box.`,
        ],
      },
      {
        id: 'fee',
        heading: 'The restocking fee',
        body: [
          `A restocking fee of ${policyWords.restockingFee} of the price is deducted from the refund, depending on the item and its condition.`,
          'If an item is faulty, was damaged on the way or is not what you ordered, there is no fee.',
        ],
      },
      {
        id: 'refund',
        heading: 'Refunds',
        body: [
          'We refund by the method you paid with, once we have received and inspected the return. Your rights under the law of the country where you live are not limited by anything on this page.',
        ],
      },
    ],
  },
  {
    slug: 'services',
    title: 'Services',
    description: 'Advice, care, and payment by bank wire.',
    sections: [
      {
        id: 'advice',
        heading: 'Advice',
        body: [
          'Ask us about sizes, materials and colours in the chat on any page, or through Contact US.',
        ],
      },
      {
        id: 'care',
        heading: 'Care',
        body: [
          'How to care for a product stands on its page under Materials & Care. Where it does not answer your question, please write to us.',
        ],
      },
      {
        id: 'wire',
        heading: 'Ordering by bank wire',
        body: [
          `With a bank wire you save ${policyWords.bankWireDiscount}. Write to us with what you would like, and we will prepare the order.`,
        ],
      },
    ],
  },
  {
    slug: 'gifting',
    title: 'The Art of Gifting',
    description: 'How we wrap a present: the box, the packaging and the card.',
    sections: [
      {
        id: 'box',
        heading: 'The box',
        body: [
          'All orders are carefully packaged in our iconic boxes.',
          `Branded packaging costs an extra ${policyWords.brandedPackaging}, depending on the size.`,
        ],
      },
      {
        id: 'card',
        heading: 'Your words',
        body: [
          'Say that it is a gift when you confirm your order, and write what the card should say.',
        ],
      },
    ],
  },
  {
    slug: 'care',
    title: 'Care',
    description: 'How to keep what you have bought.',
    sections: [
      {
        id: 'care',
        heading: 'By product',
        body: [
          'How to care for a product stands on its page under Materials & Care. Where it does not answer your question, please write to us.',
        ],
      },
    ],
  },
  {
    slug: 'packaging',
    title: 'Packaging',
    description: 'What an order arrives in.',
    sections: [
      {
        id: 'box',
        heading: 'The box',
        body: [
          'All orders are carefully packaged in our iconic boxes.',
          `Branded packaging costs an extra ${policyWords.brandedPackaging}, depending on the size. Choose it when you confirm your order.`,
        ],
      },
    ],
  },
  sizeGuidePage,
  ...legalPages,
]

/** A page as it is stored. */
export function toPage({ sections, picture, ...page }: PageSource): Page {
  return {
    ...page,
    picture: picture ? pictureNamed(picture) : null,
    sections: sections.map(({ table = null, picture, ...section }) => ({
      ...section,
      table,
      picture: picture ? pictureNamed(picture) : null,
    })),
  }
}
