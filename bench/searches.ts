/**
 * Searches of shoppers in a fixed mix: half are names of products, a quarter one common word, 15 %
 * two words and 10 % misspelled. `names` are those of products in the shop.
 */
export function searchMix(names: readonly string[]): string[] {
  const shown = Array.from({ length: words.length }, (_, at) => names[at % names.length] ?? '')
  return shown.flatMap((name, at) => [name, words[at] ?? ''])
}

/** As many as names: ten common words, six pairs and four misspellings. */
const words = [
  'tote',
  'loafer',
  'belt',
  'scarf',
  'backpack',
  'sunglasses',
  'black',
  'leather',
  'women',
  'bag',
  'top handle',
  'silk scarf',
  'card holder',
  'ankle boot',
  'linen shirt',
  'straw hat',
  'loafr',
  'cashmeer',
  'bakpack',
  'crosbody',
] as const
