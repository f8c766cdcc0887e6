import { z } from 'zod'

const side = z.number().int().min(1).max(5_000)

/** The size of a product's body in whole millimetres: as it stands, without handles and straps. */
export const dimensions = z.strictObject({ widthMm: side, heightMm: side, depthMm: side })
export type Dimensions = z.infer<typeof dimensions>

/** Dimensions as staff write them: `275 × 190 × 110`. */
export function dimensionsText({ widthMm, heightMm, depthMm }: Dimensions): string {
  return `${widthMm} × ${heightMm} × ${depthMm}`
}

/** Reads `275 × 190 × 110`, also with `x` or `*`, and with `mm` at the end; null if it is not that. */
export function readDimensions(text: string): Dimensions | null {
  const [, width, height, depth] =
    /^(\d{1,4})\s*[×x*]\s*(\d{1,4})\s*[×x*]\s*(\d{1,4})(?:\s*mm)?$/i.exec(text.trim()) ?? []
  const read = dimensions.safeParse({
    widthMm: Number(width),
    heightMm: Number(height),
    depthMm: Number(depth),
  })
  return read.success ? read.data : null
}
