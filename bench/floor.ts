import { get } from 'node:http'
import { startWorker, type Worker } from './worker.ts'

/** A recorded response. */
export interface FloorAnswer {
  headers: Record<string, string>
  body: Buffer
}

/** The headers that belong to the bytes, and the etag. */
const kept = ['content-type', 'content-encoding', 'etag']

/** Starts the minimal server: send it the responses by path, and it replies with its port. */
export function startFloor(): Worker<[string, FloorAnswer][], number> {
  return startWorker(new URL('floor-server.ts', import.meta.url), {
    // Keeps buffers as buffers.
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** Starts the minimal renderer: send it the documents by path, and it replies with its port. */
export function startPageFloor(): Worker<[string, string][], number> {
  return startWorker(new URL('page-floor-server.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/**
 * The response of the server on `port` to `path`, with its bytes as sent. Throws unless it is a
 * 200.
 */
export function recordAnswer(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<FloorAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FloorAnswer>()
  get({ host: '127.0.0.1', port, path, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      if (response.statusCode !== 200)
        return reject(new Error(`${path} answered ${response.statusCode}`))
      const named = kept.flatMap((name) => {
        const value = response.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      resolve({ headers: Object.fromEntries(named), body: Buffer.concat(chunks) })
    })
  }).on('error', reject)
  return promise
}
