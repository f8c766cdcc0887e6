import type { Product } from './variant-choice.ts'

export type Dimensions = NonNullable<Product['dimensions']>

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const joined = ({ widthMm, heightMm, depthMm }: Dimensions, millimetres: number) =>
  [widthMm, heightMm, depthMm].map((side) => oneDecimal.format(side / millimetres)).join(' × ')

/** Width, height and depth: `27.5 × 19 × 11 cm`. */
export const inCentimetres = (dimensions: Dimensions) => `${joined(dimensions, 10)} cm`

/** The same in inches. */
export const inInches = (dimensions: Dimensions) => `${joined(dimensions, 25.4)} in`

/** One side in centimetres: `27.5 cm`. */
export const sideText = (millimetres: number) => `${oneDecimal.format(millimetres / 10)} cm`
