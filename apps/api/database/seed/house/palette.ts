import type { ColorKey, HouseColor } from './types.ts'

/** In the order swatches and filters show them: dark to light, then colour, then metal. */
export const palette: readonly HouseColor[] = [
  { key: 'black', name: 'Ink Black', hex: '#1C1A19' },
  { key: 'espresso', name: 'Espresso', hex: '#3F2A20' },
  { key: 'chestnut', name: 'Chestnut', hex: '#6F4128' },
  { key: 'cognac', name: 'Cognac', hex: '#9C5B2D' },
  { key: 'camel', name: 'Caravan Camel', hex: '#BA8C5A' },
  { key: 'sand', name: 'Dune', hex: '#D3BF9C' },
  { key: 'ivory', name: 'Ivory', hex: '#EBE0C8' },
  { key: 'chalk', name: 'Chalk White', hex: '#FCFBF8' },
  { key: 'grey', name: 'Pumice Grey', hex: '#A29B92' },
  { key: 'slate', name: 'Wet Slate', hex: '#57616A' },
  { key: 'navy', name: 'Night Navy', hex: '#1F2A3E' },
  { key: 'sky', name: 'Noon Sky', hex: '#9AB6C9' },
  { key: 'sage', name: 'Sea Sage', hex: '#A0A88C' },
  { key: 'olive', name: 'Olive Grove', hex: '#5B5A3B' },
  { key: 'saffron', name: 'Saffron', hex: '#CF962F' },
  { key: 'terracotta', name: 'Baked Clay', hex: '#B25A3E' },
  { key: 'oxblood', name: 'Oxblood', hex: '#5B1A1E' },
  { key: 'blush', name: 'Shell Blush', hex: '#DBB2A3' },
  { key: 'silver', name: 'Moon Silver', hex: '#B9B8B4' },
  { key: 'gold', name: 'Low-Sun Gold', hex: '#C0A05C' },
]

export const colorsByKey: ReadonlyMap<ColorKey, HouseColor> = new Map(
  palette.map((color) => [color.key, color]),
)
