import type { HouseSynonyms, HouseTile } from './types.ts'

export const categoryTiles: readonly HouseTile[] = [
  {
    id: '0',
    name: "Women's Bags",
    text: '',
    link: '/filter/women/bags/women-bags',
    cover: 'ilaria-top-handle',
  },
  {
    id: '1',
    name: "Women's Small Leather Goods",
    text: '',
    link: '/filter/women/small-leather-goods/women-small-leather-goods',
    cover: 'amalfi-card-holder',
  },
  {
    id: '2',
    name: "Women's Shoes",
    text: '',
    link: '/filter/women/shoes/women-shoes',
    cover: 'rosalind-pump',
  },
  {
    id: '3',
    name: "Women's Accessories",
    text: '',
    link: '/filter/women/accessories/women-accessories',
    cover: 'helios-silk-scarf',
  },
  {
    id: '4',
    name: "Men's Bags",
    text: '',
    link: '/filter/men/bags/men-bags',
    cover: 'bastien-weekender',
  },
  {
    id: '5',
    name: "Men's Shoes",
    text: '',
    link: '/filter/men/shoes/men-shoes',
    cover: 'genoa-loafer',
  },
  {
    id: '6',
    name: "Men's Small Leather Goods",
    text: '',
    link: '/filter/men/small-leather-goods/men-small-leather-goods',
    cover: 'geneva-key-case',
  },
  {
    id: '7',
    name: "Men's Ready-to-Wear",
    text: '',
    link: '/filter/men/ready-to-wear/men-ready-to-wear',
    cover: 'viktor-coat',
  },
]

/** `{contactUrl}` is the house’s address on the messaging service, a setting. */
export const serviceTiles: readonly HouseTile[] = [
  {
    id: '0',
    name: 'Services',
    text: 'A person who knows the collection by touch, a message away.',
    link: '/services',
    cover: 'service-box-paper/sand-pale-gold-hero',
    buttons: [{ name: 'Contact Us', link: '{contactUrl}' }],
  },
  {
    id: '1',
    name: 'Art of Gifting',
    text: 'Paper folded, ribbon cut on the bias, your words on a card.',
    link: '/gifting',
    cover: 'gift-boxes-paper/sand-pale-gold-hero',
    buttons: [
      {
        name: 'Gifts for Women',
        link: '/filter/women/small-leather-goods/women-small-leather-goods',
      },
      { name: 'Gifts for Men', link: '/filter/men/small-leather-goods/men-small-leather-goods' },
    ],
  },
  {
    id: '2',
    name: 'Best Sellers',
    text: 'The pieces people come back for, and the ones they send their sisters to find.',
    link: '/filter/women/bags/women-bags',
    cover: 'best-sellers-paper/chestnut-pale-gold-hero',
    buttons: [{ name: 'Explore', link: '/filter/women/bags/women-bags' }],
  },
]

/** Handbags under the trending title. */
export const homeMain: readonly string[] = [
  'ilaria-top-handle',
  'salento-hobo',
  'celestine-quilted-chain',
  'calvi-tote',
  'amalfi-top-handle',
  'tangier-bucket',
  'nadia-crossbody',
  'ortigia-tote',
]

/** Pieces under the new-in title. */
export const homeSpecial: readonly string[] = [
  'menton-weekender',
  'helios-silk-scarf',
  'essaouira-tote',
  'naxos-sandal',
  'paros-shirt',
  'leandro-backpack',
  'montefalco-hat',
  'hydra-backpack',
]

/** The Popular grid of the search sheet. */
export const hotSearches: readonly string[] = [
  'ilaria-mini-top-handle',
  'celestine-mini-quilted-chain',
  'porto-loafer',
  'inez-hobo',
  'lorenzo-briefcase',
  'simone-sunglasses',
  'elise-crewneck',
  'amalfi-card-holder',
]

export const hotKeywords: readonly string[] = [
  'Top-handle',
  'Quilted',
  'Raffia',
  'Weekender',
  'Loafer',
  'Silk scarf',
  'Cashmere',
  'Card holder',
]

export const searchSynonyms: readonly HouseSynonyms[] = [
  // The collection's own word is bag: a handbag is found under it, and so is whatever means one.
  { from: ['purse', 'pocketbook', 'handbag', 'hand bag'], to: ['bag'] },
  { from: ['billfold', 'notecase', 'money clip'], to: ['wallet'] },
  { from: ['bi fold', 'folding wallet'], to: ['bifold'] },
  { from: ['long wallet', 'zip around wallet', 'travel wallet'], to: ['continental wallet'] },
  { from: ['cardholder', 'card case', 'card wallet'], to: ['card holder'] },
  { from: ['keyring', 'key ring', 'key pouch', 'key holder', 'keychain'], to: ['key case'] },
  { from: ['trainers', 'tennis shoes', 'plimsolls', 'gym shoes'], to: ['sneaker'] },
  { from: ['heels', 'high heels', 'stilettos', 'court shoes'], to: ['pump'] },
  { from: ['moccasins', 'slip ons', 'penny loafers', 'driving shoes'], to: ['loafer'] },
  { from: ['lace ups', 'oxfords', 'dress shoes', 'brogues', 'bluchers'], to: ['derby'] },
  { from: ['booties', 'chelsea boots', 'short boots'], to: ['ankle boot'] },
  { from: ['slides', 'mules', 'espadrilles', 'flip flops'], to: ['sandal'] },
  { from: ['sweater', 'jumper', 'pullover', 'crewneck', 'cardigan'], to: ['knitwear'] },
  {
    from: ['glasses', 'spectacles', 'shades', 'sunnies', 'sun glasses', 'eyewear', 'aviators'],
    to: ['sunglasses'],
  },
  { from: ['rucksack', 'knapsack', 'daypack', 'back pack'], to: ['backpack'] },
  {
    from: ['duffle', 'duffel', 'holdall', 'overnight bag', 'cabin bag', 'carry on'],
    to: ['weekender'],
  },
  { from: ['attache', 'laptop bag', 'work bag', 'satchel', 'portfolio'], to: ['briefcase'] },
  { from: ['messenger', 'cross body', 'camera bag', 'saddle bag', 'sling'], to: ['crossbody'] },
  { from: ['shopper', 'totebag', 'carryall', 'beach bag', 'work tote'], to: ['tote'] },
  { from: ['drawstring bag', 'bucketbag'], to: ['bucket bag'] },
  { from: ['slouchy bag', 'shoulder bag', 'crescent bag'], to: ['hobo'] },
  { from: ['evening bag', 'minaudiere', 'envelope bag'], to: ['clutch'] },
  { from: ['handle bag', 'frame bag', 'doctor bag'], to: ['top handle'] },
  { from: ['chain bag', 'padded bag', 'matelasse'], to: ['quilted'] },
  // Scarves have another stem than a scarf.
  { from: ['scarves'], to: ['scarf'] },
  { from: ['foulard', 'bandana', 'neckerchief', 'carre'], to: ['silk scarf'] },
  { from: ['shawl', 'pashmina', 'blanket scarf'], to: ['stole'] },
  { from: ['waist belt', 'sash', 'waistband'], to: ['belt'] },
  { from: ['jewelry', 'jewellery'], to: ['bracelet', 'watch'] },
  { from: ['bangle', 'cuff', 'wristband'], to: ['bracelet'] },
  { from: ['timepiece', 'wristwatch'], to: ['watch'] },
  { from: ['fedora', 'panama', 'boater', 'sun hat', 'sunhat', 'trilby'], to: ['hat'] },
  { from: ['tshirt', 't shirt', 'tee'], to: ['shirt', 'cotton crew neck'] },
  { from: ['pants', 'slacks', 'chinos'], to: ['trousers'] },
  { from: ['overcoat', 'raincoat', 'trench', 'mackintosh', 'jacket'], to: ['coat'] },
  { from: ['blouse', 'button down', 'button up'], to: ['shirt'] },
  {
    from: ['toiletry bag', 'dopp kit', 'sponge bag', 'make up bag', 'makeup bag', 'cosmetic case'],
    to: ['pouch'],
  },
  { from: ['wicker', 'rattan', 'basket'], to: ['straw'] },
  { from: ['menswear'], to: ['men'] },
  { from: ['womenswear', 'ladies'], to: ['women'] },
  { from: ['gift', 'present'], to: ['card holder', 'key case', 'silk scarf'] },
  // The collection calls most leathers by what they are of.
  { from: ['leather'], to: ['calfskin', 'lambskin', 'suede'] },
  { from: ['croc', 'crocodile', 'alligator', 'exotic'], to: ['crocodile embossed'] },
  // A shopper says blue where the house says Night Navy: each color by the telling
  // word of its name in the palette.
  { from: ['jet', 'onyx', 'ebony', 'noir'], to: ['black'] },
  { from: ['gray', 'anthracite', 'charcoal', 'graphite'], to: ['grey', 'slate'] },
  { from: ['grey'], to: ['slate'] },
  { from: ['white', 'off white'], to: ['chalk', 'ivory'] },
  { from: ['cream', 'ecru', 'vanilla', 'eggshell', 'bone'], to: ['ivory', 'chalk'] },
  { from: ['beige', 'natural', 'taupe', 'sand', 'oatmeal', 'stone'], to: ['dune'] },
  { from: ['nude'], to: ['dune', 'blush'] },
  { from: ['tan', 'caramel', 'light brown', 'toffee'], to: ['camel', 'cognac'] },
  { from: ['brown'], to: ['chestnut', 'cognac', 'espresso'] },
  { from: ['whisky', 'honey'], to: ['cognac'] },
  { from: ['dark brown', 'chocolate', 'coffee', 'mocha'], to: ['espresso', 'chestnut'] },
  { from: ['red', 'dark red', 'crimson'], to: ['oxblood', 'clay'] },
  { from: ['burgundy', 'wine', 'maroon', 'bordeaux', 'claret', 'cherry'], to: ['oxblood'] },
  { from: ['purple', 'plum', 'aubergine', 'mulberry'], to: ['oxblood'] },
  { from: ['pink', 'rose', 'peach', 'salmon'], to: ['blush'] },
  { from: ['coral'], to: ['clay', 'blush'] },
  { from: ['orange'], to: ['clay', 'saffron'] },
  { from: ['rust', 'terracotta', 'brick', 'burnt orange', 'copper'], to: ['clay'] },
  { from: ['yellow', 'mustard', 'ochre', 'amber'], to: ['saffron'] },
  { from: ['green'], to: ['olive', 'sage'] },
  { from: ['khaki', 'dark green', 'army green', 'forest green', 'moss'], to: ['olive'] },
  { from: ['light green', 'pale green', 'mint', 'celadon'], to: ['sage'] },
  { from: ['blue'], to: ['navy', 'sky'] },
  { from: ['dark blue', 'midnight', 'indigo'], to: ['navy'] },
  { from: ['light blue', 'pale blue', 'baby blue', 'powder blue', 'azure'], to: ['sky'] },
  { from: ['metallic'], to: ['silver', 'gold'] },
  { from: ['platinum', 'pewter'], to: ['silver'] },
  { from: ['golden', 'brass'], to: ['gold'] },
]

/** Shown on a product that has no description of its own. */
export const defaultDeliveryText: readonly string[] = [
  'Each piece is inspected, wrapped in tissue and packed by hand within {preparationDays} business days.',
  'It then travels for {transitDays} business days, insured and tracked; most orders arrive within {totalDays} business days in all. Shipping is {shippingFee} per order, and free from {freeShippingFrom}.',
]
