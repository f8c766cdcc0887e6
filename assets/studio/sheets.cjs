// Contact sheets of the collection: node sheets.cjs folder; one WebP per family, one first view per entry of the manifest.
const { mkdirSync } = require('node:fs')
const { join } = require('node:path')
const sharp = require('sharp')

const pictures = join(__dirname, '..', 'pictures')
const manifest = require(join(pictures, 'manifest.json'))
const families = {
  bags: ['top-handle', 'tote', 'quilted-chain', 'bucket', 'hobo', 'clutch', 'crossbody', 'backpack', 'briefcase', 'weekender'],
  'small-leather-goods': ['continental-wallet', 'bifold', 'card-holder', 'key-case', 'pouch'],
  shoes: ['pump', 'loafer', 'sneaker', 'sandal', 'ankle-boot', 'derby'],
  accessories: ['belt', 'silk-scarf', 'sunglasses', 'watch', 'bracelet', 'hat'],
  'ready-to-wear': ['knit', 'shirt', 'coat', 'trousers'],
}
const [width, height, gap, columns, paper] = [320, 400, 2, 5, '#f5f2ec']

async function sheet(name, files, folder) {
  if (!files.length) return
  const cells = await Promise.all(
    files.map(async (file, i) => ({
      input: await sharp(join(pictures, file)).resize(width, height, { fit: 'cover' }).toBuffer(),
      left: (i % columns) * (width + gap),
      top: Math.floor(i / columns) * (height + gap),
    })),
  )
  const size = {
    width: Math.min(columns, files.length) * (width + gap) - gap,
    height: Math.ceil(files.length / columns) * (height + gap) - gap,
  }
  await sharp({ create: { ...size, channels: 3, background: paper } })
    .composite(cells)
    .webp({ quality: 84, effort: 6, smartSubsample: true })
    .toFile(join(folder, `${name}.webp`))
}

const coloured = (entries) => entries.filter((e) => e.colour !== 'black').concat(entries).slice(0, entries.length)

/** One picture per form, style, material and view, the largest first, in colours that change from one to the next. */
function chosen(forms, views) {
  const groups = new Map()
  for (const entry of manifest) {
    if (!forms.includes(entry.form) || !views.includes(entry.view)) continue
    const key = [entry.form, entry.style, entry.material, entry.view].join('/')
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()]
    .map((entries, i) => coloured(entries)[i % coloured(entries).length])
    .sort((a, b) => forms.indexOf(a.form) - forms.indexOf(b.form) || b.width - a.width)
    .map((entry) => entry.file)
}

async function main() {
  const folder = process.argv[2]
  mkdirSync(folder, { recursive: true })
  const one = Object.values(families).flat().map((form) => chosen([form], ['hero'])[0])
  await sheet('every-kind', one.filter(Boolean), folder)
  for (const [family, forms] of Object.entries(families)) await sheet(family, chosen(forms, ['hero']), folder)
  await sheet('second-views', chosen(Object.values(families).flat(), ['angle', 'macro']), folder)
}

main()
