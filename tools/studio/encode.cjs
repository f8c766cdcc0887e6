// PNG to WebP masters: node encode.cjs quality < lines of "from.png<TAB>to.webp"; prints one JSON line each.
const { mkdirSync, readFileSync, rmSync } = require('node:fs')
const { dirname } = require('node:path')
const sharp = require('sharp')

const hex = ({ r, g, b }) => '#' + [r, g, b].map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')

async function encode(from, to, quality) {
  mkdirSync(dirname(to), { recursive: true })
  const { width, height, size } = await sharp(from)
    .webp({ quality, effort: 6, smartSubsample: true })
    .toFile(to)
  const centre = await sharp(from).extract(middle(width, height)).resize(48).png().toBuffer()
  const { dominant } = await sharp(centre).stats()
  rmSync(from)
  return { file: to, width, height, size, dominant: hex(dominant) }
}

const middle = (w, h) => ({
  left: Math.round(w * 0.3), top: Math.round(h * 0.36), width: Math.round(w * 0.4), height: Math.round(h * 0.34),
})

async function main() {
  const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean)
  for (const line of lines) {
    const [from, to] = line.split('\t')
    console.log(JSON.stringify(await encode(from, to, Number(process.argv[2]))))
  }
}

main()
