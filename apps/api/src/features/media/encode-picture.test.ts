import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture, mostBytes } from './encode-picture.ts'
import { assetsFolder } from './picture-addresses.ts'

const read = (name: string) => readFileSync(join(assetsFolder, 'pictures', name))

/* The heaviest of the collection: fine knits and linen. All pictures: docs/performance.md. */
test.each(['knit-silk/sage-pale-gold-angle.webp', 'shirt-linen/sage-pale-gold-angle.webp'])(
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
