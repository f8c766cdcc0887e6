import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const fontFolder = fileURLToPath(new URL('../../../../../assets/fonts/', import.meta.url))

type Weight = 400 | 600

/** The fonts of documents: those of the shop, and one that has the scripts which they lack. */
const faces = [
  { name: 'hanken-grotesk-latin', ranges: /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2010-\u2026\u2030-\u203a\u20ac\u2122\u2212]/ },
  { name: 'hanken-grotesk-vietnamese', ranges: /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/ },
  { name: 'hanken-grotesk-latin-ext', ranges: /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/ },
  { name: 'noto-sans-greek', ranges: /[\u0370-\u03ff]/ },
  { name: 'noto-sans-cyrillic', ranges: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/ },
  { name: 'noto-sans-cyrillic-ext', ranges: /[\u0460-\u052f\u1c80-\u1c88\u2de0-\u2dff\ua640-\ua69f]/ },
] as const // biome-ignore format: one font a line

/** Stands for a character that no font has. */
const unknown = '?'

/** Files are read once in the life of the process. */
const files = new Map<string, Promise<Buffer>>()

function fontFile(name: string): Promise<Buffer> {
  const known = files.get(name) ?? readFile(`${fontFolder}${name}-normal.ttf`)
  files.set(name, known)
  known.catch(() => files.delete(name))
  return known
}

/** A part of a text in one font. */
interface Run {
  font: string
  text: string
}

/** The parts of a text by the font that has their characters. */
function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  // Composed, because the fonts have letters with their accents.
  for (const character of text.normalize('NFC')) {
    const face = faces.find(({ ranges }) => ranges.test(character))
    const font = `${(face ?? faces[0]).name}-${weight}`
    const last = runs.at(-1)
    // A space stays in the font of the character before it.
    if (last && (last.font === font || character === ' ')) last.text += face ? character : unknown
    else runs.push({ font, text: face ? character : unknown })
  }
  return runs
}

interface TextStyle {
  size?: number
  weight?: Weight
  color?: string
}

const ink = '#1b1815'

/** A document of A4 pages that is drawn from top to bottom. Lengths in points. */
export interface Sheet {
  readonly left: number
  readonly right: number
  /** Where the next line begins. */
  y: number
  /** Draws a text that wraps to `width`, and returns its height; `align` is within that width. */
  text(
    text: string,
    box: { x: number; width: number; y?: number; align?: 'left' | 'right' },
    style?: TextStyle,
  ): number
  /** The shop's name, as on its pages. */
  logotype(text: string): void
  rule(color?: string): void
  /** Begins another page unless `height` is left on this one; returns whether it did. */
  need(height: number): boolean
  /** The finished file. */
  end(): Promise<Buffer>
}

const margin = 56
const page = { width: 595.28, height: 841.89 }

/** Opens a document. `createdAt` and the texts alone decide its bytes. */
export async function openSheet(title: string, createdAt: Date): Promise<Sheet> {
  const { default: PDFDocument } = await import('pdfkit')
  const names = faces.flatMap(({ name }) => [`${name}-400`, `${name}-600`])
  const logo = 'cormorant-latin-500'
  const fonts = await Promise.all(
    [...names, logo].map(async (name) => [name, await fontFile(name)] as const),
  )
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Otherwise it reads one of its own.
    font: '',
    info: { Title: title, Producer: 'Solvane', Creator: 'Solvane', CreationDate: createdAt },
  })
  // A font is parsed when it is first used.
  for (const [name, file] of fonts) pdf.registerFont(name, file)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const widthOf = (text: string, weight: Weight, size: number) =>
    runsOf(text, weight).reduce(
      (width, run) => width + pdf.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
  const wrap = (text: string, width: number, weight: Weight, size: number): string[] =>
    text.split('\n').flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      for (const word of paragraph
        .split(' ')
        .flatMap((one) => broken(one, (part) => widthOf(part, weight, size) <= width))) {
        const longer = line ? `${line} ${word}` : word
        if (line && widthOf(longer, weight, size) > width) {
          lines.push(line)
          line = word
        } else line = longer
      }
      return [...lines, line]
    })
  const sheet: Sheet = {
    left: margin,
    right: page.width - margin,
    y: margin,
    text(text, { x, width, y = sheet.y, align = 'left' }, style = {}) {
      const { size = 9.5, weight = 400, color = ink } = style
      const lines = wrap(text, width, weight, size)
      const lineHeight = size * 1.45
      for (const [at, line] of lines.entries()) {
        let from = align === 'right' ? x + width - widthOf(line, weight, size) : x
        for (const run of runsOf(line, weight)) {
          pdf.font(run.font).fontSize(size).fillColor(color)
          // On one line, although the fonts reach to different heights.
          const baseline = y + at * lineHeight + size
          pdf.text(run.text, from, baseline, { lineBreak: false, baseline: 'alphabetic' })
          from += pdf.widthOfString(run.text)
        }
      }
      return lines.length * lineHeight
    },
    logotype(text) {
      pdf.font(logo).fontSize(24).fillColor(ink)
      pdf.text(text, margin, margin - 6, { characterSpacing: 6, lineBreak: false })
    },
    rule(color = '#ddd6cb') {
      pdf.moveTo(margin, sheet.y).lineTo(page.width - margin, sheet.y)
      pdf.lineWidth(0.6).strokeColor(color).stroke()
    },
    need(height) {
      if (sheet.y + height <= page.height - margin) return false
      pdf.addPage()
      sheet.y = margin
      return true
    },
    end() {
      pdf.end()
      return finished
    },
  }
  return sheet
}

/** A word in parts that fit a line each. */
function broken(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part && !fits(part + character)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
