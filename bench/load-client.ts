// The program that puts load on a server, a process of its own. It speaks just enough HTTP/1.1 to
// count answers: the machine that measures serves too, and what a full client costs is taken from
// the server.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { LoadOrder, LoadRequest } from './load.ts'
import { startStopwatch } from './stopwatch.ts'

const HEADER_END = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

process.on('message', async (order: LoadOrder) => {
  process.send?.(await load(order))
})

/** Sends `requests` in turn over `connections` kept open, without pause, for `seconds`. */
async function load({ port, requests: asked, headers, connections, seconds }: LoadOrder) {
  const requests = asked.map((request) => toBytes(request, headers))
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  let next = 0

  const visitor = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let size = 0
      let head: Buffer = EMPTY
      /** Bytes of the body to come; -1 while its head is not complete. */
      let left = -1
      let isError = false
      const ask = () => {
        left = -1
        size = 0
        sentAt = performance.now()
        const request = requests[next++ % requests.length] ?? EMPTY
        socket.write(withNewKey(request))
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      socket.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (left >= 0) left -= chunk.length
        else {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
          const cut = head.indexOf(HEADER_END)
          if (cut < 0) return
          const { status, length } = readHead(head.toString('latin1', 0, cut))
          isError = status !== 200 && status !== 201
          left = length - (head.length - cut - HEADER_END.length)
          head = EMPTY
        }
        if (left !== 0) return
        if (stopwatch.answered(sentAt, size, isError) < end) ask()
        else resolve()
      })
      ask()
    })

  try {
    await Promise.all(sockets.map(visitor))
    return stopwatch.result()
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
}

const keyToCome = '00000000-0000-0000-0000-000000000000'

/** The request under a new idempotency key, if it has one. */
function withNewKey(request: Buffer): Buffer {
  const at = request.indexOf(keyToCome)
  if (at < 0) return request
  const copy = Buffer.from(request)
  copy.write(randomUUID(), at, 'latin1')
  return copy
}

function toBytes(request: LoadRequest, common: Record<string, string>): Buffer {
  const { path, method = 'GET', headers, body } = request
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    ...common,
    ...headers,
    ...(request.isOneOfAKind && { 'idempotency-key': keyToCome }),
    ...(content && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(content)),
    }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
}

function readHead(head: string): { status: number; length: number } {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without content-length:\n${head}`)
  return { status: Number(head.slice(9, 12)), length: Number(length) }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
