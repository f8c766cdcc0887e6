// Puts load on a server, in a separate process. It implements only the HTTP/1.1 needed to count
// responses, because it shares the machine with the server.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { GroupResult, LoadOrder, LoadRequest, LoadResult } from './load.ts'
import { startStopwatch } from './stopwatch.ts'

const HEADER_END = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

process.on('message', async (order: LoadOrder) => {
  process.send?.(await load(order))
})

/**
 * Sends `requests` in turn over `connections` keep-alive connections, without pause, for `seconds`.
 */
async function load({
  port,
  requests: asked,
  headers,
  connections,
  seconds,
}: LoadOrder): Promise<LoadResult & { groups: Record<string, GroupResult> }> {
  const requests = asked.map((request) => ({
    bytes: toBytes(request, headers),
    group: request.group,
  }))
  const groups = new Map(
    [...new Set(asked.flatMap(({ group }) => group ?? []))].map((group) => [group, startGroup()]),
  )
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  let next = 0

  const visitor = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let size = 0
      let head: Buffer = EMPTY
      /** Remaining bytes of the body; -1 while the head is incomplete. */
      let left = -1
      let answer: Head = { status: 0, length: 0, isHit: false }
      let group: string | undefined
      const ask = () => {
        left = -1
        size = 0
        sentAt = performance.now()
        const request = requests[next++ % requests.length]
        group = request?.group
        socket.write(withNewKey(request?.bytes ?? EMPTY))
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
          answer = readHead(head.toString('latin1', 0, cut))
          left = answer.length - (head.length - cut - HEADER_END.length)
          head = EMPTY
        }
        if (left !== 0) return
        const isError = answer.status !== 200 && answer.status !== 201
        if (group !== undefined) groups.get(group)?.answered(sentAt, size, answer)
        if (stopwatch.answered(sentAt, size, isError) < end) ask()
        else resolve()
      })
      ask()
    })

  try {
    await Promise.all(sockets.map(visitor))
    const counted = [...groups].map(([name, group]) => [name, group.result()] as const)
    return { ...stopwatch.result(), groups: Object.fromEntries(counted) }
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
}

/** Counts the responses of one group. */
function startGroup() {
  const stopwatch = startStopwatch()
  const statuses: Record<number, number> = {}
  let hits = 0
  return {
    answered(since: number, size: number, { status, isHit }: Head) {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (isHit) hits += 1
      stopwatch.answered(since, size, status !== 200 && status !== 201)
    },
    result: (): GroupResult => ({ ...stopwatch.result(), statuses, hits }),
  }
}

const keyToCome = '00000000-0000-0000-0000-000000000000'

/** The request with a new idempotency key, if it has one. */
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

interface Head {
  status: number
  /** Bytes of the body. */
  length: number
  /** Whether the shop had cached the response. */
  isHit: boolean
}

function readHead(head: string): Head {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without content-length:\n${head}`)
  const isHit = /\r\ncache-status: *[^\r]*hit/i.test(head)
  return { status: Number(head.slice(9, 12)), length: Number(length), isHit }
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
