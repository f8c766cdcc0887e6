import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChatMessage } from '@solvane/contract/chat'
import {
  type ClientEvents,
  type Reply,
  type ServerEvents,
  socketPath,
} from '@solvane/contract/realtime'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { freePort } from './crash-assertions.ts'
import { makeShopProcess } from './shop-process.ts'

const crashes = 3
const chatters = 6

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test(`killed ${crashes} times during conversations, the shop loses no message and stores none twice`, {
  timeout: 180_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-chat-crash-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'throwaway' })
  cleanUps.push(postgres.stop)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shop = makeShopProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
  })
  cleanUps.push(shop.stop)
  await shop.start()

  let isOver = false
  const guests = Array.from({ length: chatters }, () => openRetryingChatter(url))
  cleanUps.push(() => {
    for (const guest of guests) guest.leave()
  })
  const talk = guests.map(async (guest, who) => {
    for (let count = 0; !isOver; count += 1) await guest.say(`${who}: ${count}`)
  })
  /** Resolves once everyone has sent so many more. */
  const everyoneSays = async (more: number) => {
    const before = guests.map(({ taken }) => taken.length)
    while (guests.some(({ taken }, who) => taken.length < (before[who] ?? 0) + more)) await delay(5)
  }
  for (let crash = 0; crash < crashes; crash += 1) {
    await everyoneSays(5)
    await delay(Math.random() * 50)
    await shop.kill()
    await shop.start()
  }
  await everyoneSays(5)
  isOver = true
  await Promise.all(talk)

  for (const { taken } of guests) {
    const [roomId, ...others] = new Set(taken.map((message) => message.roomId))
    expect(others).toEqual([])
    const kept = []
    for (let after = 0; ; ) {
      const path = `/api/chat/rooms/${roomId}/messages?after=${after}`
      const { data } = (await (await fetch(url + path)).json()) as {
        data: { data: { seq: number; senderType: string; id: string }[] }
      }
      if (data.data.length === 0) break
      kept.push(...data.data)
      after = data.data.at(-1)?.seq ?? after
    }
    // The messages have no gaps or duplicates, are in order, and are the only ones.
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1))
    const said = kept.filter(({ senderType }) => senderType === 'USER').map(({ id }) => id)
    expect(said).toEqual(taken.map(({ id }) => id))
  }
})

/** The timeout of a reply, and the pause before the next attempt, in milliseconds. */
const patience = 2_000
const pause = 20

/** A guest who sends every message again, under the same id, until the server acknowledges it. */
export interface RetryingChatter {
  /** The acknowledged messages, in the order of sending. */
  taken: ChatMessage[]
  /** The number of attempts so far. */
  attempts(): number
  say(content: string): Promise<void>
  leave(): void
}

/** Opens the page of a guest at the shop at `url`, which may be down. */
function openRetryingChatter(url: string): RetryingChatter {
  const guestIdentifier = crypto.randomUUID()
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: pause,
    reconnectionDelayMax: 5 * pause,
  })
  const taken: ChatMessage[] = []
  let attempts = 0

  async function trySay(content: string, clientMessageId: string): Promise<ChatMessage | null> {
    if (!socket.connected) return null
    attempts += 1
    const roomId = taken[0]?.roomId
    const message = { content, clientMessageId, guestIdentifier, roomId }
    const reply: Reply<ChatMessage> | null = await socket
      .timeout(patience)
      .emitWithAck('chat:sendMessage', message)
      .catch(() => null)
    return reply?.ok ? reply.data : null
  }

  return {
    taken,
    attempts: () => attempts,
    async say(content) {
      const clientMessageId = crypto.randomUUID()
      for (;;) {
        const message = await trySay(content, clientMessageId)
        if (message) {
          taken.push(message)
          return
        }
        await delay(pause)
      }
    },
    leave: () => void socket.disconnect(),
  }
}
