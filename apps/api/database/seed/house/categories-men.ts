import type { HouseCategory } from './types.ts'

export const menCategories: HouseCategory = {
  identifier: 'men',
  slug: 'men',
  name: 'Men',
  description:
    'Leather for work and for leaving it, and a wardrobe that asks little of a suitcase. Everything we make for men.',
  form: 'briefcase',
  children: [
    {
      identifier: 'men-bags',
      slug: 'bags',
      name: 'Bags',
      description:
        'Bridle-weight calfskin, brass that can be polished or left alone, and pockets where the hand expects them.',
      form: 'briefcase',
      children: [
        {
          identifier: 'men-bags-briefcase',
          slug: 'briefcases',
          name: 'Briefcases',
          description:
            'Slim cases for papers and one computer. They open flat on a train table and close without a look.',
          form: 'briefcase',
          children: [],
        },
        {
          identifier: 'men-bags-backpack',
          slug: 'backpacks',
          name: 'Backpacks',
          description: 'Weather-shedding leather and canvas on straps that sit close to the spine.',
          form: 'backpack',
          children: [],
        },
        {
          identifier: 'men-bags-tote',
          slug: 'tote-bags',
          name: 'Tote Bags',
          description: 'Tall and flat-based, with handles long enough for a coat sleeve.',
          form: 'tote',
          children: [],
        },
        {
          identifier: 'men-bags-crossbody',
          slug: 'crossbody-bags',
          name: 'Crossbody Bags',
          description: 'A passport, a telephone and a paperback, worn close and out of the way.',
          form: 'crossbody',
          children: [],
        },
        {
          identifier: 'men-bags-travel',
          slug: 'travel-bags',
          name: 'Travel Bags',
          description:
            'Barrels of calf and canvas on two leather bands, zipped from end to end. Friday to Monday, and no wheels.',
          form: 'weekender',
          children: [],
        },
      ],
    },
    {
      identifier: 'men-small-leather-goods',
      slug: 'small-leather-goods',
      name: 'Small Leather Goods',
      description:
        'Wallets, card holders and cases that lie flat in a jacket and wear to the shape of their owner.',
      form: 'bifold',
      children: [
        {
          identifier: 'men-small-leather-goods-wallet',
          slug: 'wallets',
          name: 'Wallets',
          description: 'Folded in two or carried long, and thin where the jacket closes over them.',
          form: 'bifold',
          children: [],
        },
        {
          identifier: 'men-small-leather-goods-card-holder',
          slug: 'card-holders',
          name: 'Card Holders',
          description: 'For the front pocket: a few cards, one folded note, no bulk at all.',
          form: 'card-holder',
          children: [],
        },
        {
          identifier: 'men-small-leather-goods-key-case',
          slug: 'key-cases',
          name: 'Key Cases',
          description:
            'Hooks behind a snap, a ring above the flap. The lining of every good pocket will be grateful.',
          form: 'key-case',
          children: [],
        },
        {
          identifier: 'men-small-leather-goods-pouch',
          slug: 'pouches',
          name: 'Pouches',
          description:
            'Document holders and wash bags, zipped along the top and wiped clean in one pass.',
          form: 'pouch',
          children: [],
        },
      ],
    },
    {
      identifier: 'men-shoes',
      slug: 'shoes',
      name: 'Shoes',
      description:
        'Welted, Blake-stitched or sewn by hand as the shape requires, and always able to be resoled or repaired.',
      form: 'derby',
      children: [
        {
          identifier: 'men-shoes-derby',
          slug: 'derbies',
          name: 'Derbies',
          description: 'Open lacing over a full tongue: the shoe for long days and short notice.',
          form: 'derby',
          children: [],
        },
        {
          identifier: 'men-shoes-loafer',
          slug: 'loafers',
          name: 'Loafers',
          description:
            'Slipped on without bending, sewn without lining at the toe, good with or without socks.',
          form: 'loafer',
          children: [],
        },
        {
          identifier: 'men-shoes-sneaker',
          slug: 'sneakers',
          name: 'Sneakers',
          description:
            'Low, unbranded and lined in calf, for days that begin in one city and end in another.',
          form: 'sneaker',
          children: [],
        },
        {
          identifier: 'men-shoes-ankle-boot',
          slug: 'ankle-boots',
          name: 'Ankle Boots',
          description:
            'Chelseas in suede and waxed calf, made to be worn in rain and brushed the next day.',
          form: 'ankle-boot',
          children: [],
        },
        {
          identifier: 'men-shoes-sandal',
          slug: 'sandals',
          name: 'Sandals',
          description:
            'Bridle leather and cork, for stone terraces and the walk back from the water.',
          form: 'sandal',
          children: [],
        },
      ],
    },
    {
      identifier: 'men-accessories',
      slug: 'accessories',
      name: 'Accessories',
      description:
        'Belts, scarves, frames and watches: small decisions, made once and kept for years.',
      form: 'watch',
      children: [
        {
          identifier: 'men-accessories-belt',
          slug: 'belts',
          name: 'Belts',
          description:
            'Three centimetres of calf, right for a suit and for what you wear instead, each with a solid, quiet buckle.',
          form: 'belt',
          children: [],
        },
        {
          identifier: 'men-accessories-scarf',
          slug: 'scarves',
          name: 'Scarves',
          description: 'Brushed cashmere and printed silk, long enough to knot once and leave.',
          form: 'silk-scarf',
          children: [],
        },
        {
          identifier: 'men-accessories-sunglasses',
          slug: 'sunglasses',
          name: 'Sunglasses',
          description:
            'Broad temples and mineral-dark lenses, for glare off water and the last hour of the drive.',
          form: 'sunglasses',
          children: [],
        },
        {
          identifier: 'men-accessories-watch',
          slug: 'watches',
          name: 'Watches',
          description: 'Thin cases and legible dials on straps you can change with a fingernail.',
          form: 'watch',
          children: [],
        },
        {
          identifier: 'men-accessories-hat',
          slug: 'hats',
          name: 'Hats',
          description:
            'A straw for the harbour and a felt for the platform, neither of them afraid of a suitcase.',
          form: 'hat',
          children: [],
        },
      ],
    },
    {
      identifier: 'men-ready-to-wear',
      slug: 'ready-to-wear',
      name: 'Ready-to-Wear',
      description:
        'Clothes for heat, wind and dinner, in few colours that all agree with one another.',
      form: 'knit',
      children: [
        {
          identifier: 'men-ready-to-wear-knitwear',
          slug: 'knitwear',
          name: 'Knitwear',
          description:
            'Crew necks in three weights, from a dry summer cotton to a six-ply cashmere.',
          form: 'knit',
          children: [],
        },
        {
          identifier: 'men-ready-to-wear-shirt',
          slug: 'shirts',
          name: 'Shirts',
          description: 'Irish linen and two-fold poplin, with soft collars and room in the yoke.',
          form: 'shirt',
          children: [],
        },
        {
          identifier: 'men-ready-to-wear-coat',
          slug: 'coats',
          name: 'Coats',
          description:
            'One for rain and one for cold. Double-breasted, deep in the pocket, every button sewn on with a shank.',
          form: 'coat',
          children: [],
        },
        {
          identifier: 'men-ready-to-wear-trousers',
          slug: 'trousers',
          name: 'Trousers',
          description:
            'Linen and high-twist wool with a stitched crease, cut straight and left long enough for your own tailor.',
          form: 'trousers',
          children: [],
        },
      ],
    },
  ],
}
