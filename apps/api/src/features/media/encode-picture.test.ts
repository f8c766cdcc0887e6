import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture, mostBytes } from './encode-picture.ts'
import { assetsFolder } from './picture-addresses.ts'

const read = (name: string) => readFileSync(join(assetsFolder, 'pictures', name))

/* The two heaviest pictures of the collection. All pictures: docs/performance.md. */
test.each([
  'knit-rib-cotton/saffron-pale-gold-hero.webp',
  'backpack-pebbled-calf/camel-pale-gold-hero.webp',
])(
  '%s is light enough in the widths of listings and product pages',
  async (name) => {
    for (const format of ['avif', 'webp'] as const)
      for (const width of [800, 1200]) {
        const bytes = await encodePicture(read(name), { width, format })
        expect(bytes.length, `${format} ${width}`).toBeLessThanOrEqual(mostBytes(width))
        const encoded = await sharp(bytes).metadata()
        expect([encoded.width, encoded.format]).toEqual([
          width,
          format === 'avif' ? 'heif' : 'webp',
        ])
      }
  },
  60_000,
)

test('a picture is as fine as it may be: the AVIF of a smooth bag is smaller than its WebP', async () => {
  const bag = read('bucket-smooth-calf/chalk-palladium-hero.webp')
  const [avif, webp] = await Promise.all([
    encodePicture(bag, { width: 800, format: 'avif' }),
    encodePicture(bag, { width: 800, format: 'webp' }),
  ])
  expect(avif.length).toBeLessThan(webp.length)
})

test('a link preview shows a product large and whole on its ground, and fills itself with a scene', async () => {
  const shape = { width: 1200, format: 'jpeg' as const }
  const product = await encodePicture(read('bucket-smooth-calf/chalk-palladium-hero.webp'), shape)
  const corner = sharp(product).extract({ left: 1184, top: 614, width: 16, height: 16 })
  const ground = [...(await corner.resize(1, 1).raw().toBuffer())]
  const paper = [245, 242, 236]
  expect(Math.max(...ground.map((part, at) => Math.abs(part - (paper[at] ?? 0))))).toBeLessThan(3)
  const { info } = await sharp(product)
    .trim({ threshold: 20 })
    .toBuffer({ resolveWithObject: true })
  expect(info.height).toBeGreaterThan(480)
  for (const name of ['odyssey-wide', 'terrace-tall']) {
    const scene = await encodePicture(read(`editorial/${name}.webp`), shape)
    expect(await sharp(scene).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: 'jpeg',
    })
    // The scene fills the preview: both edges show detail, not a plain ground.
    for (const left of [0, 1160]) {
      const side = sharp(scene).extract({ left, top: 0, width: 40, height: 630 })
      // The crop is encoded first, because `stats` reads the whole file.
      const { channels } = await sharp(await side.png().toBuffer()).stats()
      expect(Math.max(...channels.map(({ stdev }) => stdev)), name).toBeGreaterThan(5)
    }
  }
})
