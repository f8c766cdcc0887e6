import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PictureShape } from './encode-picture.ts'
import type { PictureFile } from './picture-addresses.ts'

/** Encodes pictures in a process of its own, one at a time. */
export interface PictureEncoder {
  /** Throws if the picture cannot be encoded, or the process ended or takes too long. */
  encode(master: Buffer, shape: PictureShape): Promise<Buffer>
  stop(): void
}

/** The most milliseconds that a picture may take; an ordinary one takes less than one second. */
const longestMilliseconds = 60_000

/** In the release both files are JavaScript. */
const program = new URL(`encoder-process${extname(import.meta.url)}`, import.meta.url)

type Answer = { bytes: Uint8Array } | { reason: string }

/** Starts the process. */
function startEncoder(): PictureEncoder {
  const child = fork(fileURLToPath(program), {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the encoder ended (${code ?? signal})`)
  })
  ended.catch(() => {})
  return {
    async encode(master, { width, format }) {
      const answered = once(child, 'message', { signal: AbortSignal.timeout(longestMilliseconds) })
      child.send({ master, width, format })
      const [answer] = (await Promise.race([answered, ended])) as [Answer]
      if ('reason' in answer) throw new Error(answer.reason)
      return Buffer.from(answer.bytes)
    },
    // SIGKILL: no work is worth finishing.
    stop: () => void child.kill('SIGKILL'),
  }
}

/** A resized picture. */
export type Resized = PictureFile & { width: number }

/** Makes resized pictures in the background. */
export interface PictureMaker {
  /**
   * Asks for a file. Each request counts: the most requested file is made first. Resolves once it is made,
   * or is not going to be.
   */
  request(file: string, picture: Resized): Promise<void>
  /** Has files made once nothing is requested. */
  prepare(files: Iterable<[file: string, picture: Resized]>): void
  /** Stops at once. */
  stop(): void
}

interface PictureMakerOptions {
  /** The original; undefined if it has been removed. */
  readMaster(picture: Resized): Promise<Buffer | undefined>
  isMade(file: string): Promise<boolean>
  store(file: string, bytes: Buffer): Promise<void>
  onError(error: unknown, picture: Resized): void
  encoder?: () => PictureEncoder
}

/** The most waiting files: others are requested again when a browser wants them again. */
const mostWaiting = 5_000

/**
 * The pause in milliseconds before a file that could not be made is tried again, and before any
 * file is made after one could not be stored.
 */
const pauseMilliseconds = 60_000

interface Waiting {
  picture: Resized
  requests: number
  /** Resolved once the file is made or given up. */
  ended: PromiseWithResolvers<void>
}

/** Makes one file at a time, in a process that exists only while there is work. */
export function openPictureMaker({
  readMaster,
  isMade,
  store,
  onError,
  encoder: start = startEncoder,
}: PictureMakerOptions): PictureMaker {
  const waiting = new Map<string, Waiting>()
  const failedAt = new Map<string, number>()
  let notStoredAt = Number.NEGATIVE_INFINITY
  let making: { file: string; ended: Promise<void> } | undefined
  let encoder: PictureEncoder | undefined
  let isStopped = false

  async function add(file: string, picture: Resized, requests: number): Promise<void> {
    if (file === making?.file) return making.ended
    const known = waiting.get(file)
    if (known) {
      known.requests += requests
      return known.ended.promise
    }
    if (waiting.size >= mostWaiting || isPaused(file)) return
    const ended = Promise.withResolvers<void>()
    waiting.set(file, { picture, requests, ended })
    return ended.promise
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
    let next: (Waiting & { file: string }) | undefined
    for (const [file, entry] of waiting)
      if (!next || entry.requests > next.requests) next = { file, ...entry }
    if (next) waiting.delete(next.file)
    return next
  }

  async function work() {
    if (making !== undefined || isStopped) return
    for (let next = takeNext(); next && !isStopped; next = takeNext()) {
      const { file, ended } = next
      making = { file, ended: ended.promise }
      await make(next.file, next.picture).catch((error: unknown) => {
        if (isStopped) return
        failedAt.set(next.file, performance.now())
        onError(error, next.picture)
        endEncoder()
      })
      ended.resolve()
    }
    making = undefined
    endEncoder()
  }

  async function make(file: string, picture: Resized) {
    // Another process that shares the folder may have made it.
    if (await isMade(file)) return
    const master = await readMaster(picture)
    if (!master || isStopped) return
    encoder ??= start()
    const bytes = await encoder.encode(master, picture)
    await store(file, bytes).catch((error: unknown) => {
      notStoredAt = performance.now()
      giveUp()
      throw error
    })
  }

  function giveUp() {
    for (const { ended } of waiting.values()) ended.resolve()
    waiting.clear()
  }

  function endEncoder() {
    encoder?.stop()
    encoder = undefined
  }

  return {
    request(file, picture) {
      const ended = add(file, picture, 1)
      void work()
      return ended
    },
    prepare(files) {
      for (const [file, picture] of files) void add(file, picture, 0)
      void work()
    },
    stop() {
      isStopped = true
      giveUp()
      endEncoder()
    },
  }
}
