import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictureFile } from './picture-file.ts'

const assetsFolder = fileURLToPath(new URL('../../../../../assets/', import.meta.url))

const quality = { avif: 58, webp: 82 } as const

export interface PictureStore {
  /** The bytes of a picture file by its name, made from its master on first use; undefined if there is none. */
  picture(file: string): Promise<{ bytes: Buffer; type: string } | undefined>
  /** A drawn placeholder by its name. */
  placeholder(file: string): Promise<Buffer | undefined>
}

/** The pictures of the house: masters in `assets/`, resized ones kept under `dataDir`. */
export function openPictureStore(dataDir: string): PictureStore {
  const madeFolder = join(dataDir, 'pictures')
  const madeFile = (file: string) => join(madeFolder, file.replaceAll('/', '_'))
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  // One at a time: encoding uses every core by itself, and pages must not wait for it.
  let queue: Promise<unknown> = Promise.resolve()

  async function make(
    file: string,
    wanted: { master: string; width: number; format: 'avif' | 'webp' },
  ): Promise<Buffer | undefined> {
    const master = await readIfThere(join(assetsFolder, 'pictures', wanted.master))
    if (!master) return undefined
    const resized = sharp(master).resize({ width: wanted.width, withoutEnlargement: true })
    const bytes = await (wanted.format === 'avif'
      ? resized.avif({ quality: quality.avif, effort: 4 })
      : resized.webp({ quality: quality.webp, effort: 4, smartSubsample: true })
    ).toBuffer()
    await mkdir(madeFolder, { recursive: true })
    // Whole or not at all, also when the process is killed while writing.
    const unfinished = join(madeFolder, `${randomUUID()}.part`)
    await writeFile(unfinished, bytes)
    await rename(unfinished, madeFile(file))
    return bytes
  }

  function makeInTurn(file: string, wanted: Parameters<typeof make>[1]) {
    const known = underWay.get(file)
    if (known) return known
    const turn = queue.then(() => make(file, wanted))
    queue = turn.catch(() => undefined)
    const finished = turn.finally(() => underWay.delete(file))
    underWay.set(file, finished)
    return finished
  }

  return {
    async picture(file) {
      const wanted = pictureFile(file)
      if (!wanted) return undefined
      const type = `image/${wanted.format}`
      if (wanted.width === null) {
        const bytes = await readIfThere(join(assetsFolder, 'pictures', wanted.master))
        return bytes && { bytes, type }
      }
      const bytes =
        (await readIfThere(madeFile(file))) ??
        (await makeInTurn(file, { ...wanted, width: wanted.width }))
      return bytes && { bytes, type }
    },
    async placeholder(file) {
      if (!/^[a-z-]{1,40}\.svg$/.test(file)) return undefined
      return readIfThere(join(assetsFolder, 'placeholders', file))
    },
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
