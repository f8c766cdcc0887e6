import { get } from 'node:http'
import { startWorker, type Worker } from './worker.ts'

/** An answer as it goes over the wire. */
export interface FloorAnswer {
  headers: Record<string, string>
  body: Buffer
}

/** Of all headers only those that the bytes need, and the etag. */
const kept = ['content-type', 'content-encoding', 'etag']

/** Starts the floor server: tell it what to answer, by path, and it gives its port. */
export function startFloor(): Worker<[string, FloorAnswer][], number> {
  return startWorker(new URL('floor-server.ts', import.meta.url), {
    // Buffers arrive as buffers.
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** What the server on `port` answers to `path`, its bytes as they were sent. Throws unless it is a 200. */
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
