// Puts load on a server, in a separate process. It implements only the HTTP/1.1 needed to count
// responses, because it shares the machine with the server.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import {
  type GroupResult,
  idToCome,
  type LoadOrder,
  type LoadRequest,
  type LoadResult,
} from './load.ts'
import { startStopwatch } from './stopwatch.ts'

const HEADER_END = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

process.on('message', async (order: LoadOrder) => {
  process.send?.(await load(order))
})

/**
 * Sends `requests` in turn, each with those that follow it, over `connections` keep-alive connections, without pause, for `seconds`.
 */
async function load({
  port,
  requests: asked,
  headers,
  connections,
  seconds,
}: LoadOrder): Promise<LoadResult & { groups: Record<string, GroupResult> }> {
  const chains = asked.map((request) =>
    [request, ...(request.followedBy ?? [])].map((one) => ({
      bytes: toBytes(one, headers),
      group: one.group,
    })),
  )
  const groups = new Map(
    [...new Set(chains.flat().flatMap(({ group }) => group ?? []))].map((group) => [
      group,
      startGroup(),
    ]),
  )
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  let next = 0

  const client = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let chain = chains[0] ?? []
      let begunAt = 0
      let allBytes = 0
      let sentAt = 0
      let size = 0
      let id = ''
      let head: Buffer = EMPTY
      /** Remaining bytes of the body; -1 while the head is incomplete. */
      let left = -1
      let answer: Head = { status: 0, length: 0, isHit: false }
      let group: string | undefined
      const begin = () => {
        chain = chains[next++ % chains.length] ?? []
        begunAt = performance.now()
        allBytes = 0
        ask()
      }
      const ask = () => {
        const [request, ...rest] = chain
        chain = rest
        left = -1
        size = 0
        sentAt = performance.now()
        group = request?.group
        socket.write(withId(withNewKey(request?.bytes ?? EMPTY), id))
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      socket.on('data', (chunk: Buffer) => {
        size += chunk.length
        // Small answers come in one chunk.
        if (chain.length > 0) id = idIn(chunk) ?? id
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
        allBytes += size
        if (chain.length > 0 && !isError) ask()
        else if (stopwatch.answered(begunAt, allBytes, isError) < end) begin()
        else resolve()
      })
      begin()
    })

  try {
    await Promise.all(sockets.map(client))
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

/** The request about `id`, if it is about one that was not known. */
function withId(request: Buffer, id: string): Buffer {
  const at = request.indexOf(idToCome)
  if (at < 0) return request
  const copy = Buffer.from(request)
  copy.write(id, at, 'latin1')
  return copy
}

/** The id of an answer's data, if that begins with one. */
function idIn(answer: Buffer): string | undefined {
  return /"data":\{"id":"([0-9a-f-]{36})"/.exec(answer.toString('latin1'))?.[1]
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
