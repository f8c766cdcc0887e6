import type { Socket } from 'engine.io'

/** How many packets a socket may send in how long; a page in use sends a few in a second. */
export interface PacketLimit {
  times: number
  milliseconds: number
}

/**
 * Hangs up on a socket that sends more than `limit`, whatever it sends: also what nobody hears costs the
 * process its reading. A page comes back by itself.
 */
export function limitPackets(socket: Socket, { times, milliseconds }: PacketLimit): void {
  let count = 0
  let since = performance.now()
  socket.on('packet', () => {
    const now = performance.now()
    if (now - since > milliseconds) {
      since = now
      count = 0
    }
    count += 1
    if (count > times) socket.close(true)
  })
}
