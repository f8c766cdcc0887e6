import type { HouseProduct } from './types.ts'

export const travelBags: readonly HouseProduct[] = [
  {
    identifier: 'lucia-backpack',
    name: 'Lucia Backpack',
    form: 'backpack',
    material: 'pebbled-calf',
    hardware: 'pale-gold',
    categories: ['women-bags-backpack'],
    gender: 'women',
    priceCents: 210_000,
    colors: ['black', 'camel'],
    description:
      'Small in the back, broad in the pocket. It hangs high between the shoulder blades and opens from behind, against the body, where no one else can reach.',
    details: [
      'Zip entry on the back panel',
      'Straps padded with wool felt, 3 cm wide',
      'Curved front pocket with a pale-gold pull',
      'Carry loop wrapped in calf',
      'Holds an 11-inch tablet, a cardigan and a bottle upright',
    ],
    measurements: 'W 23.5 × H 27.5 × D 10 cm · 9.3 × 10.8 × 3.9 in',
    materialsAndCare:
      'Pebbled calfskin with a recycled-nylon lining that can be turned out and wiped. Feed the straps with balm before the panels; they flex most.',
    publishedDaysAgo: 115,
    stock: { default: 15 },
    pairsWith: ['marisol-pouch', 'lisbon-sneaker', 'elise-crewneck', 'tarifa-hat'],
  },
  {
    identifier: 'hydra-backpack',
    name: 'Hydra Backpack',
    form: 'backpack',
    material: 'canvas',
    hardware: 'palladium',
    categories: ['women-bags-backpack', 'women-bags-travel'],
    gender: 'women',
    priceCents: 145_000,
    colors: ['ivory', 'olive', 'navy'],
    description:
      'For an island without cars. Drawstring mouth under a deep flap, light canvas: rinsed under a tap in the morning, it is dry on the balcony rail by lunch.',
    details: [
      'Cotton canvas with a hidden coated layer inside the base',
      'Flap secured by two calf straps and palladium hooks',
      'Side pockets that take a bottle and a rolled hat',
      'Loop for a wet towel beneath',
      'Eighteen litres',
    ],
    measurements: 'W 27 × H 34 × D 14 cm · 10.6 × 13.4 × 5.5 in',
    materialsAndCare:
      'Canvas, vegetable-tanned straps, cotton cord. Rinse salt away with fresh water; let the leather dry apart from the sun.',
    publishedDaysAgo: 22,
    stock: { default: 30 },
    pairsWith: ['procida-sandal', 'tarifa-hat', 'calvi-pouch', 'paros-shirt'],
  },
  {
    identifier: 'eleonora-weekender',
    name: 'Eleonora Weekender',
    form: 'weekender',
    material: 'grained-calf',
    hardware: 'gold',
    categories: ['women-bags-travel'],
    gender: 'women',
    priceCents: 360_000,
    colors: ['chestnut', 'black', 'oxblood'],
    description:
      'A cabin bag with the manners of a handbag. Two-way zips part to show the whole floor at once; the handles meet in a stitched grip that sits as well in a porter’s hand as in yours.',
    details: [
      'Opens flat to the full footprint',
      'Gold-finished zips, teeth polished singly',
      'Trolley sleeve hidden behind the back pocket',
      'Striped cotton lining with a shoe bag to match',
      'Two nights’ clothes, a wash bag and a second pair of shoes',
      'Within the cabin limits of most airlines',
    ],
    measurements:
      'W 46 × H 28 × D 22 cm · 18.1 × 11 × 8.7 in; handle drop 18 cm · 7.1 in; strap drop 44–58 cm · 17.3–22.8 in',
    materialsAndCare:
      'Grained calfskin, 2 mm, with brass feet. Wipe the base after every journey. Keep the handles buckled around card when stored.',
    publishedDaysAgo: 180,
    stock: { default: 9, overrides: { oxblood: 1 } },
    pairsWith: ['calvi-pouch', 'elin-cashmere-stole', 'porto-loafer', 'biarritz-coat'],
  },
  {
    identifier: 'menton-weekender',
    name: 'Menton Weekender',
    form: 'weekender',
    material: 'canvas',
    hardware: 'pale-gold',
    categories: ['women-bags-travel'],
    gender: 'women',
    priceCents: 230_000,
    colors: ['sand', 'sage'],
    description:
      'Canvas the colour of a garden wall, bound in calf along every edge that will ever meet a floor. It is soft until packed, then it stands like luggage.',
    details: [
      'Herringbone canvas woven for the house',
      'Calf bumpers on all four corners',
      'Double zip with a padlock and two keys',
      'Interior straps to hold a folded dress flat',
      'Thirty-four litres, for a long weekend',
    ],
    measurements:
      'W 50 × H 30 × D 22 cm · 19.7 × 11.8 × 8.7 in; handle drop 20 cm · 7.9 in; strap drop 50 cm · 19.7 in',
    materialsAndCare:
      'Cotton canvas, calf, pale-gold brass. Lift stains with cold water and a white cloth, from the outside in. Air it open for a day after travel.',
    publishedDaysAgo: 30,
    stock: { default: 13 },
    pairsWith: ['calvi-pouch', 'sorrento-hat', 'elba-sneaker', 'cala-trousers'],
  },
]
