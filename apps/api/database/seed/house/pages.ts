import { legalPages } from '../../defaults/pages-legal.ts'
import { sizeGuidePage } from '../../defaults/pages-size-guide.ts'
import { policyWords } from '../../defaults/policy.ts'
import type { HousePage } from './types.ts'

const aboutPage: HousePage = {
  slug: 'about-us',
  title: 'The House of Solvane',
  description:
    'Solvane is a house of handbags, shoes and clothes founded on light and travel. How it began, where it works and what it will not do.',
  picture: 'travel-still-life-paper/chestnut-pale-gold-wide',
  sections: [
    {
      id: 'light',
      heading: 'It began with a window',
      body: [
        'The first Solvane workshop was one room above a harbour, with a window that faced south and a table pushed against it. Leather was chosen there at noon, when no fault can hide, and stitched in the late afternoon, when the sun came in low and drew a line of shadow along every seam.',
        'We have more tables now. They all stand by windows.',
      ],
    },
    {
      id: 'travel',
      heading: 'Made to leave with',
      body: [
        'The name joins the sun to the weathervane: something that gives light, something that tells you which way to go. Our first bag, the Ilaria, was drawn for a woman who took the night boat twice a month and wanted one thing to carry on deck and to dinner.',
        'Every piece since has had to answer the same questions. Does it stand by itself? Can you open it with one hand? What does it look like after a year of being put down on stone?',
      ],
    },
    {
      id: 'making',
      heading: 'Hands, and how many',
      body: [
        'Bags are made in Tuscany and Campania, each from first cut to last stitch by the same person. Shoes come from the Marche, silk from Como, knitwear from Umbria; raffia is crocheted on the Atlantic coast of Morocco, two days to a bag.',
        'We say how a thing is made because it is the most interesting part. Where a scale is embossed calf, we call it that. Where a colour will fade, you will read it before you buy.',
      ],
    },
    {
      id: 'fewer',
      heading: 'Fewer, for longer',
      body: [
        'There is one collection a year, and a small season, Summer Odyssey, for those who leave early. Colours return. Shapes stay. What is sold out is made again when the right hides come in, and not before.',
        'A Solvane piece can come back to us for as long as it lives: to be restitched, repainted at the edge, resoled, or simply fed. We keep the patterns of everything.',
      ],
    },
    {
      id: 'odyssey',
      heading: 'Summer Odyssey',
      body: [
        'This season follows one ferry line around the middle sea: Calvi, Ponza, Hydra, Essaouira by way of a longer road. Canvas, linen and straw; calfskin where hands and stone touch it; the colours of walls at six in the evening.',
      ],
    },
  ],
}

const shippingPage: HousePage = {
  slug: 'shipping',
  title: 'Shipping & Delivery',
  description:
    'How a Solvane order is prepared, how long it travels, what shipping costs and what happens at the border.',
  sections: [
    {
      id: 'preparation',
      heading: 'Preparation',
      body: [
        'Your order is checked by two people, wrapped and packed within {preparationDays} business days. Orders placed on a Saturday, a Sunday or a public holiday begin their first day on the next working one.',
      ],
    },
    {
      id: 'transit',
      heading: 'On the way',
      body: [
        'Delivery takes {transitDays} business days once the parcel has left us: {totalDays} business days in total, preparation included. A courier brings it to your door and asks for a signature.',
        'You receive the tracking number by e-mail, and it stays with the order in your account.',
      ],
    },
    {
      id: 'cost',
      heading: 'What it costs',
      body: [
        'Shipping is {shippingFee} per order, to every country we serve. It is free when the goods come to {freeShippingFrom} or more.',
        'Duties and taxes of the country of arrival are not included. Where they apply, the courier collects them from the recipient.',
      ],
    },
    {
      id: 'packaging',
      heading: 'The box',
      body: [
        'All orders are carefully packaged in our iconic boxes, with tissue and a cotton cover for each bag and pair of shoes.',
        `Full branded packaging, with ribbon, carrier bag and a handwritten card, costs an extra ${policyWords.brandedPackaging} according to size. Ask for it in the order remark, or write to us.`,
      ],
    },
    {
      id: 'insurance',
      heading: 'Insured to your door',
      body: [
        'Each parcel is insured for its full value until it is signed for. If the box looks opened or crushed, photograph it before anything else and let us know the same day.',
      ],
    },
  ],
}

const returnsPage: HousePage = {
  slug: 'returns',
  title: 'Returns & Exchanges',
  description:
    'How to return or exchange a Solvane piece: the days, the condition, the restocking fee and the refund.',
  sections: [
    {
      id: 'notice',
      heading: 'Tell us first',
      body: [
        `Return notice is due within ${policyWords.returnNotice} of delivery. Write to us by chat or through Contact with the order number and the piece; we answer with a reference and an address.`,
        'Parcels that arrive without a reference cannot be matched to an order, so please wait for it.',
      ],
    },
    {
      id: 'sending',
      heading: 'Sending it back',
      body: [
        `The return must be received within ${policyWords.returnReceived} of your notice. Use an insured, tracked service. The piece should be unworn and complete: tag, cover, strap, box.`,
      ],
    },
    {
      id: 'fee',
      heading: 'The restocking fee',
      body: [
        `Returned pieces are re-inspected, refinished where needed and repacked. For this a restocking fee of ${policyWords.restockingFee} of the price is deducted from the refund, depending on the piece and its condition. You will know the figure before you post anything.`,
        'If a piece is faulty, damaged on the way or not what you ordered, there is no fee and we pay for the return.',
      ],
    },
    {
      id: 'exchange',
      heading: 'Exchanges',
      body: [
        'Another size or colour, if we have it, is set aside the moment you write and sent when yours has arrived. The price difference, if there is one, is settled both ways.',
      ],
    },
    {
      id: 'refund',
      heading: 'Refunds',
      body: [
        'We inspect within two business days and refund by the method you paid with. Your rights under the law of the country where you live are not limited by anything on this page.',
      ],
    },
  ],
}

const servicesPage: HousePage = {
  slug: 'services',
  title: 'Services',
  description:
    'Advice, care, repair and payment by wire: what the house does for you before and after a purchase.',
  sections: [
    {
      id: 'advice',
      heading: 'Advice',
      body: [
        'Somebody who has held the piece will answer: how heavy it is, how the colour looks under a lamp, whether your computer goes in. Use the chat on any page, or Contact at the top of it.',
      ],
    },
    {
      id: 'care',
      heading: 'Care and repair',
      body: [
        'Leather is skin, and asks for what skin asks for: shade, a little cream, no soaking. Each piece carries its own instructions under Materials & Care.',
        'When something gives way, send a photograph. We restitch, repaint edges, replate hardware, replace zips and resole shoes, and we say the price before the thread is cut.',
      ],
    },
    {
      id: 'wire',
      heading: 'Ordering by bank wire',
      body: [
        `For larger orders a wire transfer is often simplest, and it is less costly for us: we pass ${policyWords.bankWireDiscount} of the price on to you. Write to us with what you would like and we will prepare the order.`,
      ],
    },
    {
      id: 'initials',
      heading: 'Initials',
      body: [
        'Up to three letters, blind-stamped by hand with brass type on most smooth and grained leathers. No charge, two days more. A stamped piece cannot be returned.',
      ],
    },
  ],
}

const giftingPage: HousePage = {
  slug: 'gifting',
  title: 'The Art of Gifting',
  description:
    'How Solvane wraps a present: the box, the ribbon, the card, and a few pieces that are seldom wrong.',
  sections: [
    {
      id: 'box',
      heading: 'The box',
      body: [
        'Rigid board in a paper the colour of limestone at noon, lined in a deeper one. It is made to be kept; ours hold letters, screws, postcards, and in one case a family of snails.',
        `The complete set, with grosgrain ribbon, carrier bag and card, costs ${policyWords.brandedPackaging} more, according to size.`,
      ],
    },
    {
      id: 'card',
      heading: 'Your words',
      body: [
        'Write the message in the order remark. It is copied out by hand, in ink, and no price travels with the parcel.',
      ],
    },
    {
      id: 'choose',
      heading: 'If you are unsure',
      body: [
        'Nobody has the wrong size for a card holder, a silk band or a wash bag. For a handbag, look at the one they carry every day and choose what it is not: larger for a small one, softer for a stiff.',
        'Our advisers enjoy this question more than any other. Ask them.',
      ],
    },
  ],
}

export const housePages: readonly HousePage[] = [
  aboutPage,
  shippingPage,
  returnsPage,
  servicesPage,
  giftingPage,
  sizeGuidePage,
  ...legalPages,
]
