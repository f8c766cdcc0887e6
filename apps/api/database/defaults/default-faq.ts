import type { FaqThemeSource } from './content-types.ts'
import { policyWords } from './policy.ts'

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
