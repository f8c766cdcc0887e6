import { join } from 'node:path'
import type { AppContext } from '../../context.ts'
import { removeUnfinished, writeWhole } from '../../platform/storage/atomic-files.ts'
import {
  assetsFolder,
  loadSharp,
  type PictureFile,
  pictureFile,
  pictureHash,
  readIfThere,
  readMaster,
} from './picture-addresses.ts'

export interface ServedPicture {
  bytes: Buffer
  type: string
  /** False while a better encoding is being made: then it must not be cached for long. */
  isFinal: boolean
}

export interface PictureStore {
  /**
   * A picture by its file name, made from its original on first use; undefined if there is none.
   */
  picture(file: string): Promise<ServedPicture | undefined>
  /** Removes the unfinished files of killed processes. */
  removeUnfinished(): Promise<void>
  /** A drawn placeholder by its name. */
  placeholder(file: string): Promise<Buffer | undefined>
}

/** How long no picture is made in advance after one could not be stored, in milliseconds. */
const pauseMilliseconds = 60_000

type Resized = PictureFile & { width: number }

/**
 * Serves the pictures of the repository and uploaded ones; resized pictures are cached in the data
 * folder.
 */
export function openPictureStore(
  ctx: Pick<AppContext, 'config' | 'storage' | 'log'>,
): PictureStore {
  const madeFolder = join(ctx.config.dataDir, 'pictures')
  let notKeptAt = Number.NEGATIVE_INFINITY
  const makeWebp = makeInTurn('webp')
  const makeAvif = makeInTurn('avif')

  function isPaused(): boolean {
    return performance.now() - notKeptAt < pauseMilliseconds
  }

  /** Makes files of one format one after the other, each once for concurrent requests. */
  function makeInTurn(format: PictureFile['format']) {
    const underWay = new Map<string, Promise<Buffer | undefined>>()
    let queue: Promise<unknown> = Promise.resolve()
    return (wanted: Resized): Promise<Buffer | undefined> => {
      const file = madeFile({ ...wanted, format })
      const known = underWay.get(file)
      if (known) return known
      const turn = queue.then(() => make(file, { ...wanted, format }))
      queue = turn.catch(() => undefined)
      const finished = turn.finally(() => underWay.delete(file))
      underWay.set(file, finished)
      return finished
    }
  }

  function madeFile({ master, hash, width, format }: PictureFile): string {
    return join(madeFolder, `${master.replaceAll('/', '_')}.${hash}-${width}.${format}`)
  }

  const masterHashes = new Map<string, string>()

  /** Whether the URL has the picture's current hash; any other must not fill the cache folder. */
  async function isCurrent(wanted: PictureFile): Promise<boolean> {
    const known = masterHashes.get(wanted.master)
    if (known !== undefined) return known === wanted.hash
    const master = await readMaster(ctx, wanted.master)
    if (!master) return false
    const hash = pictureHash(master)
    masterHashes.set(wanted.master, hash)
    return hash === wanted.hash
  }

  async function make(file: string, wanted: Resized): Promise<Buffer | undefined> {
    const master = await readMaster(ctx, wanted.master)
    if (!master) return undefined
    const bytes = await encode(master, wanted)
    await writeWhole(file, bytes).catch((error: unknown) => {
      if (!isPaused())
        ctx.log.warn({ reason: String(error) }, 'resized pictures could not be stored')
      notKeptAt = performance.now()
    })
    return bytes
  }

  return {
    removeUnfinished: () => removeUnfinished(madeFolder),
    async picture(file) {
      const wanted = pictureFile(file)
      if (!wanted || !(await isCurrent(wanted))) return undefined
      const type = `image/${wanted.format}`
      if (wanted.width === null) {
        const bytes = await readMaster(ctx, wanted.master)
        return bytes && { bytes, type, isFinal: true }
      }
      const resized = { ...wanted, width: wanted.width }
      const made = await readIfThere(madeFile(wanted))
      if (made) return { bytes: made, type, isFinal: true }
      if (wanted.format === 'avif' && !isPaused()) {
        // AVIF is slow: the first request gets the WebP, which is quick.
        makeAvif(resized).catch(() => undefined)
      }
      const bytes =
        (await readIfThere(madeFile({ ...wanted, format: 'webp' }))) ?? (await makeWebp(resized))
      return bytes && { bytes, type: 'image/webp', isFinal: wanted.format === 'webp' }
    },
    async placeholder(file) {
      if (!/^[a-z-]{1,40}\.svg$/.test(file)) return undefined
      return readIfThere(join(assetsFolder, 'placeholders', file))
    },
  }
}

async function encode(master: Buffer, { width, format }: Resized): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(master).resize({ width, withoutEnlargement: true })
  return format === 'avif'
    ? resized.avif({ quality: 58, effort: 3 }).toBuffer()
    : resized.webp({ quality: 82, effort: 3, smartSubsample: true }).toBuffer()
}
