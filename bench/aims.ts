import type { Measured } from './measure.ts'

/** A goal, the measured value, and their ratio. */
export interface Aim {
  title: string
  aim: string
  reached: string
  /** Measured by goal; for values that should be small, goal by measured: 1 or more passes. */
  ratio: number
  passed: boolean
}

const SMALLEST = 200
const MIDDLE = 20_000
const LARGEST = 200_000
const listings = ['listing', 'listing-all']
const pages = ['home-page', 'listing-page', 'product-page']
const megabyte = 1024 * 1024

/** Responses a second at 32 connections: the minimum of each group of rows, by size of the shop. */
const rates = [
  {
    rows: [...listings, 'product'],
    mode: 'warm',
    sizes: [SMALLEST, MIDDLE, LARGEST],
    least: 15_000,
  },
  { rows: pages, mode: 'warm', sizes: [SMALLEST, MIDDLE, LARGEST], least: 8_000 },
  { rows: [...listings, 'product'], mode: 'cold', sizes: [SMALLEST, MIDDLE], least: 2_500 },
  { rows: ['listing-page', 'product-page'], mode: 'cold', sizes: [SMALLEST], least: 500 },
  { rows: ['home-page'], mode: 'cold', sizes: [SMALLEST], least: 350 },
  { rows: ['search'], mode: 'cold', sizes: [SMALLEST], least: 600 },
  { rows: ['search'], mode: 'cold', sizes: [MIDDLE], least: 250 },
] as const

/** The 95th percentile at one connection, in milliseconds, without caches. */
const delays = [
  { row: 'search', size: LARGEST, most: 300 },
  { row: 'facets', size: MIDDLE, most: 50 },
] as const

/** The goals that these measurements cover; the worst row of a group counts. */
export function judge(measured: Measured[]): Aim[] {
  return [
    ...rates.flatMap(({ rows, mode, sizes, least: wanted }) =>
      rows.flatMap((row) =>
        sizes.flatMap((size) => {
          const line = measured.find(
            (line) =>
              line.row === row &&
              line.mode === mode &&
              line.size === size &&
              line.connections === 32,
          )
          if (!line) return []
          const { title, perSecond } = line
          return [
            aim(
              `${title}, ${mode}, a second ${where(line)}`,
              `≥ ${whole.format(wanted)}`,
              whole.format(perSecond),
              perSecond / wanted,
            ),
          ]
        }),
      ),
    ),
    ...delays.flatMap(({ row, size, most }) => {
      const line = measured.find(
        (line) =>
          line.row === row && line.mode === 'cold' && line.size === size && line.connections === 1,
      )
      if (!line) return []
      const { title, p95 } = line
      return [
        aim(
          `${title}, cold, p95 ${where(line)}`,
          `≤ ${most} ms`,
          `${Math.round(p95)} ms`,
          most / p95,
        ),
      ]
    }),
    ...listings.flatMap((row) => growth(measured, row, 1.5)),
    ...adding(measured),
    ...ordering(measured),
    ...pictures(measured),
    ...memory(measured),
  ]
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Adding to carts, the most frequent write of shoppers. */
function adding(measured: Measured[]): Aim[] {
  const line = measured.find(({ row, connections }) => row === 'cart-add' && connections === 32)
  if (!line) return []
  const { title, perSecond } = line
  return [
    aim(`${title}, a second ${where(line)}`, '≥ 1,000', whole.format(perSecond), perSecond / 1_000),
  ]
}

/** Orders: compared with the peak of a whole commerce platform, 11,000 a minute. */
function ordering(measured: Measured[]): Aim[] {
  return ['order-place', 'order-place-hot'].flatMap((row) => {
    const line = measured.find((line) => line.row === row && line.connections === 32)
    if (!line) return []
    const { title, perSecond, p99, errors } = line
    return [
      aim(
        `${title}, a second ${where(line)}`,
        '≥ 183',
        Math.round(perSecond).toString(),
        perSecond / 183,
      ),
      aim(`${title}, p99 ${where(line)}`, '≤ 150 ms', `${Math.round(p99)} ms`, 150 / p99),
      aim(`${title}, errors ${where(line)}`, '0', errors.toString(), errors === 0 ? 1 : 0),
    ]
  })
}

/** The first request of a picture, which waits for no encoder. */
function pictures(measured: Measured[]): Aim[] {
  return measured
    .filter(({ row }) => row === 'picture-first')
    .map((line) =>
      aim(
        `${line.title}, p99 ${where(line)}`,
        '≤ 100 ms',
        `${Math.round(line.p99)} ms`,
        100 / line.p99,
      ),
    )
}

/** How much the 95th percentile grows when the shop is a thousand times as large. */
function growth(measured: Measured[], row: string, most: number): Aim[] {
  return [1, 32].flatMap((connections) => {
    const at = (size: number) =>
      measured.find(
        (line) =>
          line.row === row &&
          line.mode === 'cold' &&
          line.size === size &&
          line.connections === connections,
      )
    const [small, large] = [at(SMALLEST), at(LARGEST)]
    if (!small || !large) return []
    const times = large.p95 / small.p95
    const title = `${small.title}, cold, p95 at ${LARGEST.toLocaleString('en-US')} by that at ${SMALLEST} (${connections} at once)`
    return [aim(title, `≤ ${most} ×`, `${times.toFixed(2)} ×`, most / times)]
  })
}

function memory(measured: Measured[]): Aim[] {
  return (['warm', 'cold'] as const).flatMap((mode) => {
    const lines = measured.filter((line) => line.mode === mode)
    const worst = least(lines, (line) => -line.memory)
    if (!worst) return []
    const used = worst.memory / megabyte
    const title = `Memory of the server under load, ${mode} ${where(worst)}`
    return [aim(title, '≤ 400 MB', `${Math.round(used)} MB`, 400 / used)]
  })
}

/** A goal and its measured value; `ratio` 1 or more passes. */
export function aim(title: string, wanted: string, reached: string, ratio: number): Aim {
  return { title, aim: wanted, reached, ratio, passed: ratio >= 1 }
}

function where({ size, connections }: Measured): string {
  return `(${size.toLocaleString('en-US')} products, ${connections} at once)`
}

function least(lines: Measured[], by: (line: Measured) => number): Measured | undefined {
  return lines.toSorted((a, b) => by(a) - by(b))[0]
}
