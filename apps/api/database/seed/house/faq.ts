import { policyWords } from '../../defaults/policy.ts'
import type { HouseFaqTheme } from './types.ts'

export const faqThemes: readonly HouseFaqTheme[] = [
  {
    slug: 'about-us',
    title: 'About US',
    items: [
      {
        question: 'Who is Solvane?',
        answer: [
          'A house of handbags, shoes and clothes, founded on two things: light and travel. The name joins the sun to the weathervane.',
          'We design every piece in our own studio and sell it only here. There is one collection a year and a small season, Summer Odyssey, for those who leave early.',
        ],
      },
      {
        question: 'Where are the pieces made?',
        answer: [
          'Bags and small leather goods in Tuscany and Campania, shoes in the Marche, knitwear in Umbria, silk in Como. Straw and raffia come from Morocco and the Balearics, wool and cashmere from mills in Scotland and Yorkshire.',
          'The description of each piece says what it is made of, and often by how many hands.',
        ],
      },
      {
        question: 'Which leathers do you use?',
        answer: [
          'Calf, lamb and goat, with pigskin for a few linings, all from tanneries that treat their own water. Our scaled leathers are embossed calfskin; we do not use exotic skins or fur.',
        ],
      },
      {
        question: 'How can I pay?',
        answer: [
          'By PayPal or wire transfer, and at checkout also by card, in USDT, or in cash on delivery where the courier offers it. All prices are in US dollars.',
          `With a bank wire you save ${policyWords.bankWireDiscount}. Write to us before ordering and we will send the details and the exact reduction.`,
        ],
      },
      {
        question: 'How is my order packaged?',
        answer: [
          'Every order leaves in one of our boxes: rigid board, paper the colour of limestone, the piece inside in tissue and a cotton cover.',
          `The full branded set, with ribbon, carrier bag and a card written for you, costs an extra ${policyWords.brandedPackaging} depending on the size of the piece.`,
        ],
      },
      {
        question: 'Can I see a piece before I buy it?',
        answer: [
          'Write to us through Contact or the chat. We will send photographs in daylight, hold the piece against a ruler, or put a telephone inside to show you that it fits.',
        ],
      },
      {
        question: 'Do you repair what you sell?',
        answer: [
          'Yes, for as long as the piece lives. Stitching, edges, zips and hardware can be renewed in our workshop, and shoes resoled. Send us a picture and we will answer with a price and a date.',
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
          'Count on {totalDays} business days in total, preparation included.',
        ],
      },
      {
        question: 'What does shipping cost?',
        answer: [
          'A flat {shippingFee} per order, however many pieces are in it. From {freeShippingFrom} of goods, shipping is free.',
        ],
      },
      {
        question: 'Where do you ship?',
        answer: [
          'To most countries in the world. If yours is not in the list at checkout, write to us; there is usually a way.',
        ],
      },
      {
        question: 'Will I pay duties or taxes?',
        answer: [
          'Parcels that cross a border may be charged duty and tax by the country of arrival. These are not part of our prices and are paid by the recipient; the courier will tell you the amount before delivery.',
        ],
      },
      {
        question: 'How do I follow my parcel?',
        answer: [
          'As soon as it leaves us you receive an e-mail with the tracking number. You will also find it under My Orders.',
        ],
      },
      {
        question: 'Can I change the address after ordering?',
        answer: [
          'While the order is being prepared, yes. Write to us with the order number as soon as you notice. Once the parcel is with the courier, only the courier can redirect it.',
        ],
      },
      {
        question: 'What if my parcel arrives damaged or does not arrive?',
        answer: [
          'Every parcel is insured to its full value until it is signed for. Photograph the box before opening it, tell us the same day if you can, and we will replace the piece or return the money.',
          'If tracking has stood still for five business days, let us know and we will go looking.',
        ],
      },
      {
        question: 'Can you deliver by a certain date?',
        answer: [
          'Tell us the date in the order remark and we will do what the calendar allows. We promise only what we can keep: {totalDays} business days.',
        ],
      },
    ],
  },
  {
    slug: 'exchange-returns',
    title: 'Exchanges & Returns',
    items: [
      {
        question: 'How do I return a piece?',
        answer: [
          `Tell us within ${policyWords.returnNotice} of delivery, by chat or through Contact, with your order number. We answer with an address and a reference to write on the parcel.`,
          `The return must reach us within ${policyWords.returnReceived} of your notice.`,
        ],
      },
      {
        question: 'Is there a fee?',
        answer: [
          `A restocking fee of ${policyWords.restockingFee} of the price is kept back, according to the kind of piece and the condition in which it comes home. We tell you the figure before you send anything.`,
          'There is no fee when the mistake is ours: a fault, damage on the way, or the wrong piece.',
        ],
      },
      {
        question: 'In what condition should the piece be?',
        answer: [
          'Unworn, with its tag, cover, strap and box. Try shoes on a carpet, bags with their films on, and clothes without scent or make-up.',
        ],
      },
      {
        question: 'What cannot be returned?',
        answer: [
          'Pieces made or altered for you, initialled leather, belts cut to length, and earlier returns bought at a reduced price, unless they are faulty.',
        ],
      },
      {
        question: 'Can I exchange for another colour or size?',
        answer: [
          'Gladly, if the other is in stock. The same days apply: notice within ' +
            `${policyWords.returnNotice}, and the piece with us within ${policyWords.returnReceived} of it. We set the new one aside as soon as you write.`,
        ],
      },
      {
        question: 'Who pays for the return journey?',
        answer: [
          'You do, and you choose the courier; please insure the parcel for its value. Where we are at fault, we send a prepaid label.',
        ],
      },
      {
        question: 'When do I get my money back?',
        answer: [
          'We inspect returns within two business days of their arrival and refund the same way you paid. Banks then take up to ten days to show it. The outward shipping fee is not refunded, except where the fault is ours.',
        ],
      },
      {
        question: 'Can I cancel an order?',
        answer: [
          'Until it is paid, at any moment, under My Orders. Afterwards write to us at once: if the box is not yet closed, we cancel without a fee.',
        ],
      },
    ],
  },
]
