// The shop as a process, for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { settingsSchema } from '../../apps/api/src/platform/config/settings.ts'
import { repositoryFolder } from '../repository.mjs'
import { shopRuntime } from '../runtime.mjs'

export interface ShopProcess {
  process: ChildProcess
  /** Resolves with the URL when the shop is open; rejects with its output if it exits before. */
  opened: Promise<string>
  /** Resolves when it has exited. */
  ended: Promise<{ code: number | null; output: string; milliseconds: number }>
  /** Sends the signal and waits for the exit. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; output: string }>
}

interface Account {
  uid: number
  gid: number
}

/**
 * Starts the built shop as `npm start` does, with these settings only, under another account if one
 * is given. It is its own process group, like a program in a terminal.
 */
export function startShop(settings: Record<string, string>, account?: Account): ShopProcess {
  const others = Object.entries(process.env).filter(
    ([name]) =>
      !(name in settingsSchema.shape) && !name.startsWith('npm_') && !/^VITEST/.test(name),
  )
  const startedAt = performance.now()
  const child = spawn(shopRuntime(), [join(repositoryFolder, 'scripts', 'start.mjs')], {
    ...account,
    cwd: '/',
    // Tests start many shops, none of which needs prepared pictures.
    env: { ...Object.fromEntries(others), PREPARE_PICTURES: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const opened = Promise.withResolvers<string>()
  const collect = (chunk: Buffer) => {
    output += chunk
    const address = /open at (http:\S+)/.exec(output)?.[1]
    if (address) opened.resolve(address)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    opened.reject(new Error(`The shop ended before it was open.\n${output}`))
    return { code: code ?? null, output, milliseconds: performance.now() - startedAt }
  })
  opened.promise.catch(() => {})
  return {
    process: child,
    opened: opened.promise,
    ended,
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
