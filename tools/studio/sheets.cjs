// Contact sheets of the collection: node sheets.cjs folder [sheet]; one WebP per family, one first view per entry of the manifest.
const { mkdirSync } = require('node:fs')
const { join } = require('node:path')
const sharp = require('sharp')

const pictures = join(__dirname, '..', '..', 'assets', 'pictures')
const manifest = require(join(pictures, 'manifest.json'))
const families = {
  bags: ['top-handle', 'tote', 'quilted-chain', 'bucket', 'hobo', 'clutch', 'crossbody', 'backpack', 'briefcase', 'weekender'],
  'small-leather-goods': ['continental-wallet', 'bifold', 'card-holder', 'key-case', 'pouch'],
  shoes: ['pump', 'loafer', 'sneaker', 'sandal', 'ankle-boot', 'derby'],
  accessories: ['belt', 'silk-scarf', 'sunglasses', 'watch', 'bracelet', 'hat'],
  'ready-to-wear': ['knit', 'blanket-scarf'],
}
/** Frames of every turn, and of how the piece opens, to show: one row of the sheet. */
const turned = ['turn-00', 'turn-09', 'turn-18', 'open-04', 'open-09']
const [width, height, gap, columns, paper] = [320, 400, 2, 5, '#f5f2ec']

async function sheet(name, files, folder) {
  const only = process.argv[3]
  if (!files.length || (only && only !== name)) return
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

/** One picture per form, style, material and view, in the colour the sheet has shown least so far, black last. */
function chosen(forms, views) {
  const groups = new Map()
  for (const entry of manifest) {
    if (!forms.includes(entry.form) || !views.includes(entry.view)) continue
    const key = [entry.form, entry.style, entry.material, entry.view].join('/')
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const shown = new Map([['black', 3]])
  const timesShown = ({ colour }) => shown.get(colour) ?? 0
  return [...groups.values()]
    .sort(([a], [b]) => forms.indexOf(a.form) - forms.indexOf(b.form))
    .map((entries) => {
      const [entry] = entries.toSorted((a, b) => timesShown(a) - timesShown(b))
      shown.set(entry.colour, timesShown(entry) + 1)
      return entry.file
    })
}

/** The first picture of every kind of product, in colours that change from one to the next. */
const everyKind = () => {
  const all = Object.values(families).flat()
  const files = chosen(all, ['hero'])
  return all.map((form) => files.find((file) => manifest.some((entry) => entry.file === file && entry.form === form)))
}

async function main() {
  const folder = process.argv[2]
  mkdirSync(folder, { recursive: true })
  await sheet('every-kind', everyKind(), folder)
  for (const [family, forms] of Object.entries(families)) await sheet(family, chosen(forms, ['hero']), folder)
  const all = Object.values(families).flat()
  await sheet('second-views', chosen(all, ['angle']), folder)
  await sheet('third-views', chosen(all, ['inside', 'front', 'side', 'top']), folder)
  await sheet('close-views', chosen(all, ['macro', 'strap']), folder)
  await sheet('from-behind', chosen(all, ['back']), folder)
  const frames = manifest.filter(({ view }) => turned.includes(view)).map(({ file }) => file)
  await sheet('turns', frames, folder)
}

main()
