import type { Product } from './variant-choice.ts'

export type Dimensions = NonNullable<Product['dimensions']>

/** Rounds to one decimal. */
const rounded = (length: number) => Math.round(length * 10) / 10

const joined = ({ widthMm, heightMm, depthMm }: Dimensions, millimetres: number) =>
  [widthMm, heightMm, depthMm].map((side) => rounded(side / millimetres)).join(' × ')

/** Width, height and depth: `27.5 × 19 × 11 cm`. */
export const inCentimetres = (dimensions: Dimensions) => `${joined(dimensions, 10)} cm`

/** The dimensions in inches. */
export const inInches = (dimensions: Dimensions) => `${joined(dimensions, 25.4)} in`

/** One side in centimetres: `27.5 cm`. */
export const sideText = (millimetres: number) => `${rounded(millimetres / 10)} cm`
