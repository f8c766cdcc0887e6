import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { openBalancedShops } from './balanced-shops.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const perSecond = 200
const requests = 10_000
const patience = { timeout: 120_000, interval: 100 }

it('no request fails while both processes are restarted, one after the other', async () => {
  const { origin, ports, place, startShoppers, isReady } = await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port))
  for (const shop of shops) await shop.start()

  const chat = await openChat(origin)
  const shoppers = await startShoppers(perSecond)
  for (const [index, port] of ports.entries()) {
    await delay(3_000)
    await shops[index]?.stop()
    await shops[index]?.start()
    await isReady(port)
    // Until the balancer uses it again.
    await delay(3_000)
  }
  await shoppers.until(requests)
  expect(await shoppers.stop('rolling restart')).toEqual({})
  const { accepted, received, connections } = await chat.stop()
  console.error(`${accepted.length} chat messages, ${connections} connections of who reads them`)
  expect(connections).toBeGreaterThan(1)
  // Automatic answers are among them.
  expect(received).toEqual(received.map((_, index) => index + 1))
  expect(accepted.filter((seq) => !received.includes(seq))).toEqual([])
})

interface ChatMessage {
  seq: number
  clientMessageId: string
}

/**
 * A guest who writes without pause, and a second page of theirs that reads: a page that reconnects
 * joins its room and requests the missed messages, as the shop's own pages do.
 */
async function openChat(origin: string) {
  const guestIdentifier = crypto.randomUUID()
  const writer = openSocket(origin)
  const accepted: number[] = []
  const received: number[] = []
  let roomId: string | undefined
  let connections = 0
  let isOpen = true

  /** Sends a message until it is accepted. */
  async function write(): Promise<void> {
    const clientMessageId = crypto.randomUUID()
    const message = { content: 'Still there?', clientMessageId, guestIdentifier, roomId }
    for (;;) {
      const answer = await writer
        .timeout(5_000)
        .emitWithAck('chat:sendMessage', message)
        .catch(() => null)
      if (answer?.ok) {
        roomId = answer.data.roomId
        accepted.push(answer.data.seq)
        return
      }
      await delay(50)
    }
  }

  /** A gap in the numbers leads to a request for the missing messages. */
  async function receive({ seq }: ChatMessage): Promise<void> {
    const last = received.at(-1) ?? 0
    if (seq > last + 1) return catchUp()
    if (seq > last) received.push(seq)
  }

  /** Messages that arrive meanwhile wait for those that came before them. */
  let catchingUp = Promise.resolve()
  async function catchUp(): Promise<void> {
    const joined = await reader
      .timeout(5_000)
      .emitWithAck('chat:join', { roomId })
      .catch(() => null)
    // The connection is lost again: the next one catches up.
    if (!joined) return
    const after = received.at(-1) ?? 0
    const answer = await fetch(`${origin}/api/chat/rooms/${roomId}/messages?after=${after}`)
    const { data } = (await answer.json()) as { data: { data: ChatMessage[] } }
    for (const message of data.data) await receive(message)
  }

  await write()
  const reader = openSocket(origin)
  reader.on('connect', () => {
    connections += 1
    catchingUp = catchingUp.then(catchUp)
  })
  reader.on('chat:newMessage', (message: ChatMessage) => {
    catchingUp = catchingUp.then(() => receive(message))
  })
  const writing = (async () => {
    while (isOpen) {
      await write()
      await delay(20)
    }
  })()
  return {
    /** The numbers of the messages that were accepted, and of those that the second page has received. */
    async stop() {
      isOpen = false
      await writing
      await vi.waitFor(() => expect(received).toContain(accepted.at(-1)), patience)
      await catchingUp
      for (const socket of [writer, reader]) socket.close()
      return { accepted, received, connections }
    },
  }

  function openSocket(url: string) {
    const socket = io(url, { path: '/api/socket.io', transports: ['websocket'], forceNew: true })
    cleanUps.push(() => socket.close())
    return socket
  }
}

it('requests fail where a process closes its port before the balancer knows', async () => {
  const { ports, place, startShoppers } = await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port, { DRAIN_SECONDS: '0' }))
  for (const shop of shops) await shop.start()
  const shoppers = await startShoppers(perSecond)
  await shoppers.more(200)
  expect(shoppers.failed()).toEqual({})
  await shops[0]?.stop()
  await vi.waitFor(() => expect(shoppers.failed()).not.toEqual({}), patience)
  await shoppers.stop('restart without a drain')
})
