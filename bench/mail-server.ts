// A mail server that takes everything, in a separate process: replies with its port, and from then
// on with how often it has taken each e-mail, by Message-ID. Only as much SMTP as nodemailer needs.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** What the mail server has taken. */
export interface TakenMail {
  port: number
  /** How often, by the id before the @ of the Message-ID. */
  taken: Record<string, number>
}

const taken = new Map<string, number>()

const server = createServer((socket) => {
  let content: string | undefined
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (chunk: string) => {
    if (content !== undefined) {
      content += chunk
      if (!content.endsWith('\r\n.\r\n')) return
      const id = /^Message-ID: <(.+)@/im.exec(content)?.[1] ?? ''
      taken.set(id, (taken.get(id) ?? 0) + 1)
      content = undefined
      socket.write('250 taken\r\n')
    } else if (/^DATA\r\n/i.test(chunk)) {
      content = ''
      socket.write('354 go on\r\n')
    } else if (/^QUIT\r\n/i.test(chunk)) socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  })
  socket.write('220 ready\r\n')
})

process.on('message', async () => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  process.send?.({ port, taken: Object.fromEntries(taken) } satisfies TakenMail)
})
