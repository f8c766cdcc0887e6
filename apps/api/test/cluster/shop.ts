import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../crash/crash-assertions.ts'
import { makeShopProcess, type ShopProcess } from '../crash/shop-process.ts'

/** A process of the shop that answers at `origin`. */
export interface RunningShop extends ShopProcess {
  origin: string
  /** Sends a request of the API and returns the parsed envelope. */
  request(path: string, options?: RequestOptions): Promise<Envelope>
}

export interface RequestOptions {
  method?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** An answer of the API, with its status. */
export interface Envelope {
  status: number
  headers: Headers
  code?: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, read by tests only.
  data: any
  total?: number
}

/** Prepares a process of the shop with these settings; `start` starts it, `close` removes its files. */
export async function prepareShop(
  settings: Record<string, string>,
): Promise<RunningShop & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-cluster-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const shop = makeShopProcess({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    ...settings,
  })
  return {
    ...shop,
    origin,
    async request(path, { method = 'GET', body, token, headers = {} } = {}) {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return {
        ...((await answer.json()) as Envelope),
        status: answer.status,
        headers: answer.headers,
      }
    },
    async close() {
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
