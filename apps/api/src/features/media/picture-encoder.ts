import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PictureShape } from './encode-picture.ts'

/** Encodes pictures in a process of its own, one at a time. */
export interface PictureEncoder {
  /** Throws if the picture cannot be encoded, or the process ended or takes too long. */
  encode(master: Buffer, shape: PictureShape): Promise<Buffer>
  stop(): void
}

/** The most milliseconds that a picture may take; an ordinary one takes less than one second. */
const longestMilliseconds = 60_000

/** Of the release this module and the program are JavaScript. */
const program = new URL(`encoder-process${extname(import.meta.url)}`, import.meta.url)

type Answer = { bytes: Uint8Array } | { reason: string }

/** Starts the process. */
export function startEncoder(): PictureEncoder {
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
    // Not a polite signal: nothing of it is worth waiting for.
    stop: () => void child.kill('SIGKILL'),
  }
}
