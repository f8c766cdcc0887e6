// The pages of the chat benchmark, in a separate process: thousands that only listen, and some that
// write.
import { setTimeout as delay } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { ChatAnswer, ChatOrder } from './chat.ts'

interface Message {
  roomId: string
  clientMessageId: string
  seq: number
}

type Kept = Message & { senderType: string }

interface Talker {
  /** Sends messages. */
  page: Socket
  /** Receives them in another tab. */
  tab: Socket
  guestIdentifier: string
  roomId: string
}

/** The most connections that are opened at a time. */
const atATime = 50
/** The timeout of a reply, in milliseconds. */
const patience = 5_000

const idle: Socket[] = []
let talkers: Talker[] = []
/** When each message was sent, and how long it took to reach the other tab, in milliseconds. */
const sentAt = new Map<string, number>()
const latencies: number[] = []
const received = new Map<string, number>()
const taken = new Set<string>()

process.on('message', async (order: ChatOrder) => {
  process.send?.(await carryOut(order))
})

async function carryOut(order: ChatOrder): Promise<ChatAnswer> {
  switch (order.does) {
    case 'connect':
      while (idle.length < order.count) {
        const more = Math.min(atATime, order.count - idle.length)
        idle.push(...(await Promise.all(Array.from({ length: more }, () => connect(order.url)))))
      }
      return { connected: idle.filter(({ connected }) => connected).length }
    case 'open':
      talkers = await Promise.all(Array.from({ length: order.rooms }, () => openTalker(order.url)))
      return { connected: talkers.length * 2 }
    case 'talk':
      return talk(order.perSecond, order.seconds)
    case 'begin-restart':
      void keepTalking()
      return { taken: taken.size }
    case 'end-restart':
      return check(order.url)
  }
}

async function connect(url: string): Promise<Socket> {
  const socket = io(url, {
    path: '/api/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

async function openTalker(url: string): Promise<Talker> {
  const guestIdentifier = crypto.randomUUID()
  const [page, tab] = await Promise.all([connect(url), connect(url)])
  const talker = { page, tab, guestIdentifier, roomId: '' }
  talker.roomId = (await say(talker, crypto.randomUUID()))?.roomId ?? ''
  const join = () => tab.timeout(patience).emitWithAck('chat:join', { roomId: talker.roomId })
  await join()
  tab.on('connect', () => void join().catch(() => {}))
  tab.on('chat:newMessage', ({ clientMessageId }: Message) => {
    const at = sentAt.get(clientMessageId)
    if (at !== undefined && !received.has(clientMessageId)) latencies.push(performance.now() - at)
    received.set(clientMessageId, (received.get(clientMessageId) ?? 0) + 1)
  })
  return talker
}

async function say(talker: Talker, clientMessageId: string): Promise<Message | null> {
  const { page, guestIdentifier, roomId } = talker
  if (!page.connected) return null
  const message = { content: `Message ${clientMessageId}`, clientMessageId, guestIdentifier }
  const answer = await page
    .timeout(patience)
    .emitWithAck('chat:sendMessage', { ...message, ...(roomId && { roomId }) })
    .catch(() => null)
  if (!answer?.ok) return null
  taken.add(clientMessageId)
  return answer.data
}

/**
 * Sends so many messages a second, by the talkers in turn, whether or not earlier ones have
 * arrived.
 */
async function talk(perSecond: number, seconds: number): Promise<ChatAnswer> {
  latencies.length = 0
  const before = process.cpuUsage()
  const begin = performance.now()
  const count = perSecond * seconds
  const answers: Promise<Message | null>[] = []
  const mine = new Set<string>()
  for (let sent = 0; sent < count; sent += 1) {
    const due = begin + (sent / perSecond) * 1_000
    const wait = due - performance.now()
    if (wait > 1) await delay(wait)
    const talker = talkers[sent % talkers.length]
    if (!talker) break
    const clientMessageId = crypto.randomUUID()
    mine.add(clientMessageId)
    // Measured from when it was due, so that delays of a busy client count.
    sentAt.set(clientMessageId, due)
    answers.push(say(talker, clientMessageId))
  }
  const rejected = (await Promise.all(answers)).filter((answer) => answer === null).length
  await delay(500)
  const { user, system } = process.cpuUsage(before)
  const elapsed = performance.now() - begin
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    sent: mine.size,
    rejected,
    lost: [...mine].filter((id) => !received.has(id)).length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    longest: at(1),
    cpu: (user + system) / 1_000 / elapsed,
  }
}

let isTalking = false
let endOfTalk: Promise<void> = Promise.resolve()

/** Every talker sends messages, each again until it is acknowledged, while the server restarts. */
async function keepTalking(): Promise<void> {
  isTalking = true
  endOfTalk = Promise.all(
    talkers.map(async (talker) => {
      while (isTalking) {
        const clientMessageId = crypto.randomUUID()
        while (!(await say(talker, clientMessageId))) await delay(20)
      }
    }),
  ).then(() => {})
}

/** Compares the acknowledged messages with the server's: none may be missing or duplicated. */
async function check(url: string): Promise<ChatAnswer> {
  isTalking = false
  await endOfTalk
  const kept = new Map<string, number>()
  for (const { roomId } of talkers) {
    for (let after = 0; ; ) {
      const messages = await messagesAfter(`${url}/api/chat/rooms/${roomId}/messages`, after)
      for (const { clientMessageId, senderType } of messages)
        if (senderType === 'USER') kept.set(clientMessageId, (kept.get(clientMessageId) ?? 0) + 1)
      const last = messages.at(-1)
      if (!last) break
      after = last.seq
    }
  }
  return {
    taken: taken.size,
    lost: [...taken].filter((id) => !kept.has(id)).length,
    doubled: [...kept.values()].filter((count) => count > 1).length,
    stray: [...kept.keys()].filter((id) => !taken.has(id)).length,
  }
}

/** The messages of a room after a number; retried while thousands of pages reconnect. */
async function messagesAfter(address: string, after: number): Promise<Kept[]> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${address}?after=${after}`)
    if (answer.ok) return ((await answer.json()) as { data: { data: Kept[] } }).data.data
    if (attempt === 10) throw new Error(`${answer.status} ${await answer.text()}`)
    await delay(500)
  }
}
