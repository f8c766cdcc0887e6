/** Widths pictures are served in, in pixels. */
export const servedWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export interface PictureFile {
  /** Name of the picture, without its ending; at most one folder. */
  master: string
  /** The first eight digits of the hash of the picture as it was made. */
  hash: string
  /** Null: the master itself. */
  width: number | null
  format: 'avif' | 'webp'
}

const pattern =
  /^((?:[a-z0-9-]{1,80}\/)?[a-z0-9-]{1,80})\.([0-9a-f]{8})(?:-(\d{3,4}))?\.(avif|webp)$/

/**
 * What a requested file name asks for: `{folder}/{name}.{hash}.webp` the picture as it was made,
 * `{folder}/{name}.{hash}-{width}.avif` or `.webp` one of the served widths. The hash of the picture
 * makes the address new when the picture is. Undefined when it names no picture of ours.
 */
export function pictureFile(file: string): PictureFile | undefined {
  const [, master, hash, width, format] = pattern.exec(file) ?? []
  const served = servedWidths.find((known) => String(known) === width) ?? null
  const isMaster = width === undefined && format === 'webp'
  if (!master || !hash || (served === null && !isMaster)) return undefined
  return { master, hash, width: served, format: format as 'avif' | 'webp' }
}
