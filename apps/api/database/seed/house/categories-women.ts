import type { HouseCategory } from './types.ts'

export const womenCategories: HouseCategory = {
  identifier: 'women',
  slug: 'women',
  name: 'Women',
  description:
    'Bags, shoes and clothes made to be carried, walked in and worn in strong light. The whole of the women’s collection, in one place.',
  form: 'top-handle',
  children: [
    {
      identifier: 'women-bags',
      slug: 'bags',
      name: 'Bags',
      description:
        'Calfskin cut in whole panels, edges painted by hand, hardware cast rather than stamped. From an envelope for the evening to a tote for the ferry.',
      form: 'top-handle',
      children: [
        {
          identifier: 'women-bags-top-handle',
          slug: 'top-handle-bags',
          name: 'Top-Handle Bags',
          description:
            'Structured bodies, one rolled handle, a lock that turns with a quiet click. They stand where you put them.',
          form: 'top-handle',
          children: [],
        },
        {
          identifier: 'women-bags-tote',
          slug: 'tote-bags',
          name: 'Tote Bags',
          description:
            'Open, generous and light for their size: room for a laptop, a book and the shoes you change into.',
          form: 'tote',
          children: [],
        },
        {
          identifier: 'women-bags-quilted-chain',
          slug: 'quilted-chain-bags',
          name: 'Quilted Chain Bags',
          description:
            'Lambskin quilted over a thin layer of felt, on chains heavy enough to hang straight and soft enough to forget.',
          form: 'quilted-chain',
          children: [],
        },
        {
          identifier: 'women-bags-bucket',
          slug: 'bucket-bags',
          name: 'Bucket Bags',
          description:
            'One round base, one length of leather, one cord. Drawn shut, they keep their shape; opened, you see everything at a glance.',
          form: 'bucket',
          children: [],
        },
        {
          identifier: 'women-bags-hobo',
          slug: 'hobo-bags',
          name: 'Hobo Bags',
          description:
            'Unlined crescents that settle under the arm. The leather does the work, and gets better at it.',
          form: 'hobo',
          children: [],
        },
        {
          identifier: 'women-bags-crossbody',
          slug: 'crossbody-bags',
          name: 'Crossbody Bags',
          description:
            'Both hands free for the railing, the ticket, the coffee. Slim bodies on straps that adjust to the centimetre.',
          form: 'crossbody',
          children: [],
        },
        {
          identifier: 'women-bags-clutch',
          slug: 'clutches',
          name: 'Clutches',
          description:
            'For the hours after dinner. Just deep enough for a telephone, a key and a folded note.',
          form: 'clutch',
          children: [],
        },
        {
          identifier: 'women-bags-mini',
          slug: 'mini-bags',
          name: 'Mini Bags',
          description:
            'The house’s shapes at two-thirds of their size, with nothing of the making left out.',
          form: 'quilted-chain',
          children: [],
        },
        {
          identifier: 'women-bags-backpack',
          slug: 'backpacks',
          name: 'Backpacks',
          description:
            'A city’s worth of walking on two padded straps, with a pocket against the back for what matters.',
          form: 'backpack',
          children: [],
        },
        {
          identifier: 'women-bags-travel',
          slug: 'travel-bags',
          name: 'Travel Bags',
          description:
            'Two nights, one bag. Cabin-sized holdalls and wide canvas totes, tested on the overhead rack.',
          form: 'weekender',
          children: [],
        },
      ],
    },
    {
      identifier: 'women-small-leather-goods',
      slug: 'small-leather-goods',
      name: 'Small Leather Goods',
      description:
        'The pieces touched most in a day, skived to under a millimetre and burnished until the edge disappears.',
      form: 'continental-wallet',
      children: [
        {
          identifier: 'women-small-leather-goods-continental-wallet',
          slug: 'continental-wallets',
          name: 'Continental Wallets',
          description:
            'Long wallets that take a banknote flat, a boarding pass whole and the cards of two countries.',
          form: 'continental-wallet',
          children: [],
        },
        {
          identifier: 'women-small-leather-goods-compact-wallet',
          slug: 'compact-wallets',
          name: 'Compact Wallets',
          description: 'Folded once and closed with a press. Made for small bags and short lists.',
          form: 'bifold',
          children: [],
        },
        {
          identifier: 'women-small-leather-goods-card-holder',
          slug: 'card-holders',
          name: 'Card Holders',
          description:
            'Slots stepped one behind another, so that each card shows its edge and no more.',
          form: 'card-holder',
          children: [],
        },
        {
          identifier: 'women-small-leather-goods-pouch',
          slug: 'pouches',
          name: 'Pouches',
          description:
            'Flat and zipped, for chargers, lipsticks and boarding passes; a bag within the bag.',
          form: 'pouch',
          children: [],
        },
        {
          identifier: 'women-small-leather-goods-key-case',
          slug: 'key-cases',
          name: 'Key Cases',
          description: 'So that keys stop arguing with everything else in the bag.',
          form: 'key-case',
          children: [],
        },
      ],
    },
    {
      identifier: 'women-shoes',
      slug: 'shoes',
      name: 'Shoes',
      description:
        'Built in the Marche on lasts of our own, walked in for a week before any of them is approved.',
      form: 'pump',
      children: [
        {
          identifier: 'women-shoes-pump',
          slug: 'pumps',
          name: 'Pumps',
          description:
            'Eight and a half centimetres of heel, balanced so that the weight falls on the arch and not the toe.',
          form: 'pump',
          children: [],
        },
        {
          identifier: 'women-shoes-loafer',
          slug: 'loafers',
          name: 'Loafers',
          description:
            'Hand-sewn aprons and flexible soles. They fold in the hand on the first day and fit the foot by the third.',
          form: 'loafer',
          children: [],
        },
        {
          identifier: 'women-shoes-sandal',
          slug: 'sandals',
          name: 'Sandals',
          description:
            'Straps folded and stitched so no raw edge meets the skin, on footbeds shaped like wet sand.',
          form: 'sandal',
          children: [],
        },
        {
          identifier: 'women-shoes-sneaker',
          slug: 'sneakers',
          name: 'Sneakers',
          description: 'Plain court shapes in good leather, with soles stitched as well as glued.',
          form: 'sneaker',
          children: [],
        },
        {
          identifier: 'women-shoes-ankle-boot',
          slug: 'ankle-boots',
          name: 'Ankle Boots',
          description:
            'Cut close at the ankle and clean at the seam, for the months when the evenings shorten.',
          form: 'ankle-boot',
          children: [],
        },
      ],
    },
    {
      identifier: 'women-accessories',
      slug: 'accessories',
      name: 'Accessories',
      description:
        'Silk, acetate, straw and steel: the last thing put on and often the first one noticed.',
      form: 'silk-scarf',
      children: [
        {
          identifier: 'women-accessories-scarf',
          slug: 'scarves',
          name: 'Scarves & Stoles',
          description:
            'Twill squares drawn in our studio and hemmed by hand, beside stoles for cabins that are too cold.',
          form: 'silk-scarf',
          children: [],
        },
        {
          identifier: 'women-accessories-belt',
          slug: 'belts',
          name: 'Belts',
          description:
            'Three centimetres, whether for denim or a coat. Every strap is cut along the spine of the hide.',
          form: 'belt',
          children: [],
        },
        {
          identifier: 'women-accessories-sunglasses',
          slug: 'sunglasses',
          name: 'Sunglasses',
          description:
            'Italian acetate tumbled for three days, and lenses that stop all of the ultraviolet and none of the view.',
          form: 'sunglasses',
          children: [],
        },
        {
          identifier: 'women-accessories-watch',
          slug: 'watches',
          name: 'Watches',
          description: 'Quiet dials, domed crystals and straps from the same hides as the bags.',
          form: 'watch',
          children: [],
        },
        {
          identifier: 'women-accessories-bracelet',
          slug: 'bracelets',
          name: 'Bracelets',
          description:
            'Cuffs and chains with a good weight to them, finished on the inside as on the out.',
          form: 'bracelet',
          children: [],
        },
        {
          identifier: 'women-accessories-hat',
          slug: 'hats',
          name: 'Hats',
          description:
            'Raffia for the noon hour, felt for the rest of the year; both blocked by steam on wooden forms.',
          form: 'hat',
          children: [],
        },
      ],
    },
    {
      identifier: 'women-ready-to-wear',
      slug: 'ready-to-wear',
      name: 'Ready-to-Wear',
      description:
        'A short wardrobe in long-lived cloth: knits, shirts, coats and trousers that fold small and come out smooth.',
      form: 'knit',
      children: [
        {
          identifier: 'women-ready-to-wear-knitwear',
          slug: 'knitwear',
          name: 'Knitwear',
          description:
            'Cashmere, merino, cotton and silk, fully fashioned on the frame and linked by hand at the collar.',
          form: 'knit',
          children: [],
        },
        {
          identifier: 'women-ready-to-wear-shirt',
          slug: 'shirts',
          name: 'Shirts & Blouses',
          description:
            'Poplin, linen and washed silk, with shell buttons and seams you could wear inside out.',
          form: 'shirt',
          children: [],
        },
        {
          identifier: 'women-ready-to-wear-coat',
          slug: 'coats',
          name: 'Coats',
          description:
            'Double-faced wool and dry cotton, cut wide enough for a knit and short of the ground.',
          form: 'coat',
          children: [],
        },
        {
          identifier: 'women-ready-to-wear-trousers',
          slug: 'trousers',
          name: 'Trousers',
          description:
            'High at the waist, straight from the hip. The pleat is pressed in; the ease is cut in.',
          form: 'trousers',
          children: [],
        },
      ],
    },
  ],
}
