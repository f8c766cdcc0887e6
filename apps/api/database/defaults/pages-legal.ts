import type { PageSource } from './content-types.ts'

export const legalPages: readonly PageSource[] = [
  {
    slug: 'privacy',
    title: 'Privacy',
    description:
      'What Solvane knows about you, why, for how long, and how to have it shown or erased.',
    sections: [
      {
        id: 'what',
        heading: 'What we keep',
        body: [
          'When you create an account: your name, your e-mail address and a password we can check but never read. When you order: the address and telephone number the courier needs, what you bought and what you paid. When you write to us: the conversation.',
          'Card numbers never reach us. They go straight from your browser to the payment provider, who tells us only whether the payment succeeded.',
          'Words that our search does not find are counted by day for 90 days, without a note of who searched for them.',
        ],
      },
      {
        id: 'why',
        heading: 'Why we keep it',
        body: [
          'To deliver what you ordered, to answer you, to repair a piece years later, and because tax law asks us to keep invoices. We do not sell what we know about you, to anyone, for anything.',
        ],
      },
      {
        id: 'browser',
        heading: 'In your browser',
        body: [
          'The shop stores a few things on your own device so that it works: that you are signed in, which cart and which conversation are yours, the pieces you looked at last.',
          'Advertising measurement is separate. Nothing of it loads and nothing is sent unless you agree, and you can change your mind at any time.',
        ],
      },
      {
        id: 'who',
        heading: 'Who else sees it',
        body: [
          'The courier sees your address and telephone number. The payment provider you choose sees the amount and what it needs to prevent fraud. Those who host our servers and send our e-mails handle data on our instruction only.',
        ],
      },
      {
        id: 'how-long',
        heading: 'For how long',
        body: [
          'Orders for as long as the law requires. Your account until you ask us to close it. A guest’s cart for sixty days after its last use.',
        ],
      },
      {
        id: 'rights',
        heading: 'What you may ask',
        body: [
          'To see it, correct it, take it with you, have it erased, or to object to a use of it. Write to us through Contact from the address on your account; we answer within thirty days, usually within three.',
        ],
      },
    ],
  },
  {
    slug: 'terms',
    title: 'Terms of Sale',
    description:
      'The terms on which Solvane sells: orders, prices, payment, delivery, returns and liability.',
    sections: [
      {
        id: 'scope',
        heading: 'What these terms cover',
        body: [
          'They apply to every order placed in this shop. By placing one you accept them as they stand on that day; later changes do not reach back to earlier orders.',
        ],
      },
      {
        id: 'order',
        heading: 'Your order',
        body: [
          'Placing an order sets the pieces aside for you for a limited time, shown with the order. The sale is concluded when payment is confirmed, or, with cash on delivery, when we accept the order. If the time passes without payment, the pieces go back on the shelf and the order can be paid again only while they are there.',
        ],
      },
      {
        id: 'prices',
        heading: 'Prices and shipping',
        body: [
          'Prices are in US dollars. Shipping is {shippingFee} per order and free from {freeShippingFrom}. The total you see when you confirm is the total you pay us; duties and taxes of the country of arrival are yours.',
          'A coupon reduces the price of the goods, not of the shipping, and one may be used for each order. A plainly mistaken price binds neither side.',
        ],
      },
      {
        id: 'payment',
        heading: 'Payment',
        body: [
          'You may pay by card, PayPal, USDT or cash on delivery at checkout, or by wire transfer after writing to us. Payments in USDT are credited at the amount and on the network shown, once the network has confirmed them.',
        ],
      },
      {
        id: 'delivery',
        heading: 'Delivery',
        body: [
          'Delivery takes {transitDays} business days in transit and {totalDays} in total, preparation included. These are careful estimates. The risk of loss passes to you when the parcel is signed for.',
        ],
      },
      {
        id: 'returns',
        heading: 'Returns',
        body: [
          'Returns and exchanges follow the page of that name, including its days and its restocking fee. Nothing there or here takes away a right the law of your country gives you as a consumer.',
        ],
      },
      {
        id: 'pieces',
        heading: 'About the pieces',
        body: [
          'Leather, straw and hand-dyed cloth differ from piece to piece, and screens differ from leather. Small variations in grain, shade and size, within a few millimetres, belong to the making and are not faults.',
        ],
      },
      {
        id: 'marks',
        heading: 'Names and pictures',
        body: [
          'The name Solvane, the drawings, patterns, photographs and texts in this shop belong to the house and may not be used for trade without our written consent.',
        ],
      },
    ],
  },
]
