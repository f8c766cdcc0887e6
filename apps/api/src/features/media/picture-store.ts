import { access, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { removeUnfinished, writeWhole } from '../../platform/storage/atomic-files.ts'
import {
  assetsFolder,
  masterOfUpload,
  type PictureFile,
  pictureFile,
  pictureFileName,
  pictureHash,
  readIfThere,
  readMaster,
  resizedFileName,
  resizedFormats,
  servedWidths,
  uploadOfFile,
} from './picture-addresses.ts'
import { openPictureMaker, type PictureEncoder, type Resized } from './picture-maker.ts'

export interface ServedPicture {
  bytes: Buffer
  type: string
  /** False while the requested file is being made: then this must not be cached for long. */
  isFinal: boolean
}

/** The pictures that staff have uploaded. */
export interface UploadedPictures {
  /** Whether it is there, and was not removed. */
  isServed(id: string): Promise<boolean>
  /** Those that are not served. */
  removedAmong(ids: readonly string[]): Promise<string[]>
  /** Calls `listener` when one is removed, in whichever process. */
  onRemoved(listener: (picture: { id: string; hash: string }) => void): void
}

export interface PictureStore {
  /**
   * A picture by its file name; undefined if there is none. Nobody waits for an encoder: a missing
   * file is made in the background, and the nearest existing one is returned. Only a link preview
   * is waited for: its reader may know no other format, and asks once.
   */
  picture(file: string): Promise<ServedPicture | undefined>
  /**
   * The current name of a file that had an earlier picture of the repository, which an update has
   * replaced; undefined for any other. Orders, e-mails and texts keep the address of the earlier one.
   */
  currentFile(file: string): Promise<string | undefined>
  /**
   * Has the AVIF of these pictures made while nothing is requested, in the widths up to their own
   * and to `widest`.
   */
  prepare(pictures: readonly Pick<Picture, 'src' | 'width'>[], widest?: number): void
  /** Removes the unfinished files of killed processes, and those of pictures that were removed meanwhile. */
  removeOutdated(): Promise<void>
  /** A drawn placeholder by its name. */
  placeholder(file: string): Promise<Buffer | undefined>
  /** Stops making files. */
  close(): void
}

/**
 * Serves the pictures of the repository and uploaded ones; resized pictures are cached in the data
 * folder, those of an uploaded one until it is removed.
 */
export function openPictureStore(
  ctx: Pick<AppContext, 'config' | 'storage' | 'log'>,
  uploads: UploadedPictures,
  encoder?: () => PictureEncoder,
): PictureStore {
  const madeFolder = join(ctx.config.dataDir, 'pictures')
  const masterHashes = new Map<string, string>()
  const maker = openPictureMaker({
    readMaster: ({ master }) => readMaster(ctx, master),
    isMade: (file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    store: storeMadeFile,
    onError: (error, { master, width, format }) =>
      ctx.log.warn(
        { reason: String(error), picture: `${master}-${width}.${format}` },
        'a resized picture could not be made',
      ),
    encoder,
  })

  async function storeMadeFile(file: string, bytes: Buffer): Promise<void> {
    await writeWhole(file, bytes)
    // The picture may have been removed meanwhile.
    const { id } = uploadOfMadeFile(basename(file)) ?? {}
    if (id && !(await uploads.isServed(id))) await rm(file, { force: true })
  }

  uploads.onRemoved((upload) => void removeMadeFiles(upload))

  async function removeMadeFiles({ id, hash }: { id: string; hash: string }): Promise<void> {
    const picture = { master: masterOfUpload(id), hash }
    for (const width of servedWidths)
      for (const format of resizedFormats)
        await removeMade(id, madeFile({ ...picture, width, format }))
  }

  /** A file that cannot be removed does not stop the others; the next start tries again. */
  async function removeMade(upload: string, file: string): Promise<void> {
    await rm(file, { force: true }).catch((error: unknown) =>
      ctx.log.warn({ reason: String(error), upload }, 'a resized picture could not be removed'),
    )
  }

  const uploadOfMadeFile = (name: string) => uploadOfFile(name.replace('_', '/'))

  const madeFile = (picture: PictureFile) => join(madeFolder, resizedFileName(picture))

  /** The original if the URL has its hash: any other must not fill the cache folder. */
  async function readOriginal({ master, hash }: PictureFile): Promise<Buffer | undefined> {
    const bytes = await readMaster(ctx, master)
    return bytes && hashOf(master, bytes) === hash ? bytes : undefined
  }

  function hashOf(master: string, bytes: Buffer): string {
    const hash = masterHashes.get(master) ?? pictureHash(bytes)
    masterHashes.set(master, hash)
    return hash
  }

  /**
   * The narrowest made file that is wide enough, in a format that the browser which requested
   * `wanted` reads.
   */
  async function readWiderFile(wanted: Resized): Promise<Omit<ServedPicture, 'isFinal'> | null> {
    const formats = wanted.format === 'avif' ? (['avif', 'webp'] as const) : (['webp'] as const)
    for (const width of servedWidths.filter((served) => served >= wanted.width))
      for (const format of formats) {
        const bytes = await readIfThere(madeFile({ ...wanted, width, format }))
        if (bytes) return { bytes, type: `image/${format}` }
      }
    return null
  }

  return {
    async removeOutdated() {
      await removeUnfinished(madeFolder)
      const names = await readdir(madeFolder).catch(() => [])
      const made = new Map<string, string[]>()
      for (const name of names) {
        const { id } = uploadOfMadeFile(name) ?? {}
        if (id) made.set(id, [...(made.get(id) ?? []), name])
      }
      for (const id of await uploads.removedAmong([...made.keys()]))
        for (const name of made.get(id) ?? []) await removeMade(id, join(madeFolder, name))
    },
    close: () => maker.stop(),
    async picture(file) {
      const wanted = pictureFile(file)
      if (!wanted) return undefined
      const upload = uploadOfFile(file)
      if (upload && !(await uploads.isServed(upload.id))) return undefined
      const { width } = wanted
      if (width === null) {
        const bytes = await readOriginal(wanted)
        return bytes && { bytes, type: 'image/webp', isFinal: true }
      }
      const made = await readIfThere(madeFile(wanted))
      if (made) return { bytes: made, type: `image/${wanted.format}`, isFinal: true }
      const original = await readOriginal(wanted)
      if (!original) return undefined
      const resized = { ...wanted, width }
      const making = maker.request(madeFile(resized), resized)
      if (wanted.format === 'jpeg') {
        await making
        const preview = await readIfThere(madeFile(resized))
        if (preview) return { bytes: preview, type: 'image/jpeg', isFinal: true }
      }
      const nearest = await readWiderFile(resized)
      return { ...(nearest ?? { bytes: original, type: 'image/webp' }), isFinal: false }
    },
    async currentFile(file) {
      const wanted = pictureFile(file)
      if (!wanted || uploadOfFile(file)) return undefined
      const bytes = await readMaster(ctx, wanted.master)
      const hash = bytes && hashOf(wanted.master, bytes)
      return hash && hash !== wanted.hash ? pictureFileName({ ...wanted, hash }) : undefined
    },
    prepare(pictures, widest = Number.POSITIVE_INFINITY) {
      maker.prepare(
        pictures.flatMap((picture) => {
          const master = pictureFile(picture.src.replace(/^\/media\//, ''))
          if (!master) return []
          const most = Math.min(picture.width, widest)
          return servedWidths
            .filter((width) => width <= most)
            .map((width): [string, Resized] => {
              const resized = { ...master, width, format: 'avif' as const }
              return [madeFile(resized), resized]
            })
        }),
      )
    },
    async placeholder(file) {
      if (!/^[a-z-]{1,40}\.svg$/.test(file)) return undefined
      return readIfThere(join(assetsFolder, 'placeholders', file))
    },
  }
}
