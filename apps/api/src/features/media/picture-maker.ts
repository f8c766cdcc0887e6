import type { PictureFile } from './picture-addresses.ts'
import { type PictureEncoder, startEncoder } from './picture-encoder.ts'

/** A resized picture. */
export type Resized = PictureFile & { width: number }

/** Makes resized pictures in the background. */
export interface PictureMaker {
  /** Asks for a file. Each request counts: the most requested file is made first. */
  request(file: string, picture: Resized): void
  /** Has files made once nothing is requested. */
  prepare(files: Iterable<[file: string, picture: Resized]>): void
  /** Stops at once. */
  stop(): void
}

interface PictureMakerOptions {
  /** The original; undefined if there is none any more. */
  readMaster(picture: Resized): Promise<Buffer | undefined>
  isMade(file: string): Promise<boolean>
  store(file: string, bytes: Buffer): Promise<void>
  onError(error: unknown, picture: Resized): void
  encoder?: () => PictureEncoder
}

/** The most waiting files: others are requested again when a visitor wants them again. */
const mostWaiting = 5_000

/**
 * How long a file that could not be made is not tried again, and none is made after one could not
 * be stored, in milliseconds.
 */
const pauseMilliseconds = 60_000

/** Makes one file at a time, in a process that exists only while there is work. */
export function openPictureMaker({
  readMaster,
  isMade,
  store,
  onError,
  encoder: start = startEncoder,
}: PictureMakerOptions): PictureMaker {
  const waiting = new Map<string, { picture: Resized; requests: number }>()
  const failedAt = new Map<string, number>()
  let notStoredAt = Number.NEGATIVE_INFINITY
  let making: string | undefined
  let encoder: PictureEncoder | undefined
  let isStopped = false

  function add(file: string, picture: Resized, requests: number) {
    const known = waiting.get(file)
    if (known) known.requests += requests
    else if (file !== making && waiting.size < mostWaiting && !isPaused(file))
      waiting.set(file, { picture, requests })
  }

  function isPaused(file: string): boolean {
    const now = performance.now()
    if (now - notStoredAt < pauseMilliseconds) return true
    const at = failedAt.get(file)
    if (at === undefined) return false
    if (now - at < pauseMilliseconds) return true
    failedAt.delete(file)
    return false
  }

  /** Takes the most requested file; of equals the one that waits longest. */
  function takeNext() {
    let next: { file: string; picture: Resized; requests: number } | undefined
    for (const [file, { picture, requests }] of waiting)
      if (!next || requests > next.requests) next = { file, picture, requests }
    if (next) waiting.delete(next.file)
    return next
  }

  async function work() {
    if (making !== undefined || isStopped) return
    for (let next = takeNext(); next && !isStopped; next = takeNext()) {
      making = next.file
      await make(next.file, next.picture).catch((error: unknown) => {
        if (isStopped) return
        failedAt.set(next.file, performance.now())
        onError(error, next.picture)
        endEncoder()
      })
    }
    making = undefined
    endEncoder()
  }

  async function make(file: string, picture: Resized) {
    // By another process, if several share the folder.
    if (await isMade(file)) return
    const master = await readMaster(picture)
    if (!master || isStopped) return
    encoder ??= start()
    const bytes = await encoder.encode(master, picture)
    await store(file, bytes).catch((error: unknown) => {
      notStoredAt = performance.now()
      waiting.clear()
      throw error
    })
  }

  function endEncoder() {
    encoder?.stop()
    encoder = undefined
  }

  return {
    request(file, picture) {
      add(file, picture, 1)
      void work()
    },
    prepare(files) {
      for (const [file, picture] of files) add(file, picture, 0)
      void work()
    },
    stop() {
      isStopped = true
      waiting.clear()
      endEncoder()
    },
  }
}
