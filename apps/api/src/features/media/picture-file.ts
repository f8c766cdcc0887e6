/** Widths pictures are served in, in pixels. */
export const servedWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export interface PictureFile {
  /** File name of the picture as it was made. */
  master: string
  /** Null: the master itself. */
  width: number | null
  format: 'avif' | 'webp'
}

/** What a requested file name asks for; undefined when it names no picture of ours. */
export function pictureFile(file: string): PictureFile | undefined {
  const match = /^([a-z0-9]+(?:-[a-z0-9]+)*?)(?:-(\d{3,4}))?\.(avif|webp)$/.exec(file)
  const [, name, width, format] = match ?? []
  if (!name || name.length > 150) return undefined
  const served = servedWidths.find((known) => String(known) === width) ?? null
  if (served === null) {
    // A number that is no width of ours belongs to the name.
    return format === 'webp' ? { master: file, width: null, format } : undefined
  }
  return { master: `${name}.webp`, width: served, format: format as 'avif' | 'webp' }
}
