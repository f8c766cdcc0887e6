import { setTimeout as delay } from 'node:timers/promises'
import { type Aim, aim } from './aims.ts'
import { startShop } from './shop.ts'
import type { Table } from './tables.ts'
import { startWorker } from './worker.ts'

/** An order to the process that simulates the pages. */
export type ChatOrder =
  | { does: 'connect'; url: string; count: number }
  | { does: 'open'; url: string; rooms: number }
  | { does: 'talk'; perSecond: number; seconds: number }
  | { does: 'begin-restart' }
  | { does: 'end-restart'; url: string }

/** The result; times in milliseconds. */
export interface ChatAnswer {
  connected?: number
  sent?: number
  /** Messages that were rejected at first. */
  rejected?: number
  /** Messages that are missing. */
  lost?: number
  doubled?: number
  /** Stored messages that were not acknowledged. */
  stray?: number
  taken?: number
  p50?: number
  p95?: number
  p99?: number
  longest?: number
  /** Processors used by the pages themselves. */
  cpu?: number
}

/** The measurements of the chat. */
export interface ChatMeasured {
  idleSockets: number
  /** Memory of the server in bytes, without and with the sockets. */
  memoryBefore: number
  memoryWithSockets: number
  perSecond: number
  fanOut: ChatAnswer
  /** Memory and processors of the server meanwhile. */
  memoryTalking: number
  serverCpu: number
  restart: ChatAnswer
}

const idleSockets = 5_000
const rooms = 50
const perSecond = 500
const megabyte = 1024 * 1024
/** The server allocates and frees memory for a while. */
const settling = 3_000

/**
 * Measures the chat of the shop in `dataDir`: idle sockets, messages, and a server that is killed.
 */
export async function measureChat(dataDir: string, seconds: number): Promise<ChatMeasured> {
  const client = startWorker<ChatOrder, ChatAnswer>(new URL('chat-client.ts', import.meta.url))
  let shop = await startShop({ dataDir, cache: true })
  try {
    const { url, port } = shop
    await client.ask({ does: 'connect', url, count: 1 })
    const memoryBefore = (await shop.counters()).memory
    const { connected = 0 } = await client.ask({ does: 'connect', url, count: idleSockets })
    await delay(settling)
    const memoryWithSockets = (await shop.counters()).memory

    await client.ask({ does: 'open', url, rooms })
    await client.ask({ does: 'talk', perSecond: 100, seconds: 1 })
    const before = await shop.counters()
    const since = performance.now()
    const fanOut = await client.ask({ does: 'talk', perSecond, seconds })
    const after = await shop.counters()
    const serverCpu = (after.cpuSeconds - before.cpuSeconds) / ((performance.now() - since) / 1_000)

    await client.ask({ does: 'begin-restart' })
    await delay(1_000)
    await shop.kill()
    shop = await startShop({ dataDir, cache: true, port })
    await delay(settling)
    const restart = await client.ask({ does: 'end-restart', url })
    return {
      idleSockets: connected,
      memoryBefore,
      memoryWithSockets,
      perSecond,
      fanOut,
      memoryTalking: after.memory,
      serverCpu,
      restart,
    }
  } finally {
    await client.stop()
    await shop.stop()
  }
}

/** The goals of the chat. */
export function judgeChat({ fanOut, restart, ...chat }: ChatMeasured): Aim[] {
  const memory = Math.max(chat.memoryWithSockets, chat.memoryTalking) / megabyte
  const { p99 = Number.NaN, lost = 0, rejected = 0 } = fanOut
  const broken = (restart.lost ?? 0) + (restart.doubled ?? 0)
  const sockets = chat.idleSockets.toLocaleString('en-US')
  return [
    aim(
      `Memory of one process with ${sockets} sockets`,
      '≤ 400 MB',
      `${Math.round(memory)} MB`,
      400 / memory,
    ),
    aim(
      `${chat.perSecond} messages a second to another tab, p99`,
      '≤ 100 ms',
      `${Math.round(p99)} ms`,
      100 / p99,
    ),
    aim('Of those rejected or lost', '0', String(lost + rejected), lost + rejected === 0 ? 1 : 0),
    aim(
      `Of ${(restart.taken ?? 0).toLocaleString('en-US')} messages around a killed server, lost or doubled`,
      '0',
      String(broken),
      broken === 0 ? 1 : 0,
    ),
  ]
}

/** The measurements of the chat as a table. */
export function chatTable({ fanOut, restart, ...chat }: ChatMeasured): Table {
  const bytes = (value: number) => `${Math.round(value / megabyte)} MB`
  const time = (value = Number.NaN) => `${value.toFixed(1)} ms`
  return [
    ['Chat', ''],
    ['Sockets that only listen', chat.idleSockets.toLocaleString('en-US')],
    ['Memory of the server before them', bytes(chat.memoryBefore)],
    ['Memory with them', bytes(chat.memoryWithSockets)],
    ['Memory while others talk', bytes(chat.memoryTalking)],
    ['Messages sent', (fanOut.sent ?? 0).toLocaleString('en-US')],
    ['To another tab, p50', time(fanOut.p50)],
    ['To another tab, p95', time(fanOut.p95)],
    ['To another tab, p99', time(fanOut.p99)],
    ['To another tab, longest', time(fanOut.longest)],
    [
      'Processors of the server, of the pages',
      `${chat.serverCpu.toFixed(2)}, ${(fanOut.cpu ?? 0).toFixed(2)}`,
    ],
    ['Messages taken in all', (restart.taken ?? 0).toLocaleString('en-US')],
    ['Lost, doubled around a killed server', `${restart.lost}, ${restart.doubled}`],
  ]
}
