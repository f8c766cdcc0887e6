// Cuts the typefaces of the shop to the weights that it uses: `npm ci && npm start` in this folder.
// Each page loads both, and without the other weights they weigh 50 instead of 70 kB. All characters of Western
// European languages and all features stay.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const typefaces = [
  { name: 'cormorant', wght: { min: 400, max: 500 } },
  // The back office has 600.
  { name: 'hanken-grotesk', wght: { min: 400, max: 600 } },
]

/** The characters that Google Fonts counts as Latin. */
const latin = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
]
const text = latin
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  .map((code) => String.fromCodePoint(code))
  .join('')

for (const { name, wght } of typefaces) {
  const file = `${name}-latin-wght-normal.woff2`
  const whole = readFileSync(
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/files/${file}`)),
  )
  const cut = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght },
  })
  writeFileSync(new URL(`../../packages/ui/fonts/${file}`, import.meta.url), cut)
  console.log(`${file}: ${whole.length} → ${cut.length} bytes`)
}
