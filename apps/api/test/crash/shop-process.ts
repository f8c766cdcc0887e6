import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The shop of this release. */
const here: ShopProgram = {
  main: fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
  redirect: new URL('redirect-providers.ts', import.meta.url).href,
}

/** The program, and the module it loads first, which redirects its requests to providers. */
export interface ShopProgram {
  main: string
  redirect: string
}

/** The shop in its own process, which can be killed and restarted. */
export interface ShopProcess {
  /** The times when it was killed, in milliseconds of the monotonic clock. */
  killedAt: number[]
  start(): Promise<void>
  /** When it was last started. */
  startedAt(): Date
  /** Kills it. */
  kill(): Promise<void>
  /** Stops it as an operator would. */
  stop(): Promise<void>
  /** Resolves with its output when it exits by itself. */
  ended(): Promise<string>
}

/** Prepares a shop with these settings, and no others of the environment; of another release, if `program` is one. */
export function makeShopProcess(
  settings: Record<string, string>,
  { main, redirect }: ShopProgram = here,
): ShopProcess {
  const killedAt: number[] = []
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  let child: ChildProcess | undefined
  let output = ''
  let startedAt = new Date()

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'close')
    ending.kill(signal)
    await gone
  }

  return {
    killedAt,
    startedAt: () => startedAt,
    async start() {
      startedAt = new Date()
      const opened = Promise.withResolvers<void>()
      output = ''
      child = spawn(process.execPath, ['--import', redirect, main], {
        env: {
          PATH,
          HOME,
          NODE_COMPILE_CACHE,
          LOG_LEVEL: 'error',
          RATE_LIMIT_MULTIPLIER: '100000',
          PREPARE_PICTURES: 'off',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => {
          output += chunk
          if (/is open at|is at work|is up to date/.test(output)) opened.resolve()
        })
      child.once('close', () => opened.reject(new Error(`The shop did not open.\n${output}`)))
      await opened.promise
    },
    async kill() {
      killedAt.push(performance.now())
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async ended() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'close')
      return output
    },
  }
}
