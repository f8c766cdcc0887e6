import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { queueEmail } from './outbox.ts'

interface Received {
  from: string
  to: string[]
  message: string
}

const received: Received[] = []
let rejection: Error | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let message = ''
    stream.setEncoding('utf8').on('data', (chunk) => {
      message += chunk
    })
    stream.on('end', () => {
      if (rejection) return done(rejection)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message })
      done()
    })
  },
})

function mailSettings() {
  const { port } = server.server.address() as AddressInfo
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'hello@solvane.example' }
}

let shop: TestShop
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  shop = await openTestShop({ empty: true, settings: mailSettings() })
})
afterEach(() => {
  rejection = null
})
afterAll(async () => {
  await shop.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const receivedBy = (email: string) => received.filter(({ to }) => to.includes(email))

test('an e-mail is sent after the commit, as text and HTML, and its content is deleted', async () => {
  const { email } = await signUp(shop)
  await vi.waitFor(() => expect(receivedBy(email)).toHaveLength(1), { timeout: 60_000 })
  const [{ from, message } = { from: '', message: '' }] = receivedBy(email)
  expect(from).toBe('hello@solvane.example')
  expect(message).toMatch(/^From: Solvane <hello@solvane\.example>/m)
  expect(message).toMatch(/^Subject: Welcome to Solvane/m)
  expect(message).toMatch(/^Message-ID: <[\w-]+@solvane\.example>/m)
  expect(message).toContain('text/plain')
  expect(message).toContain('text/html')
  await vi.waitFor(
    async () => {
      expect(await emailsTo(shop, email)).toMatchObject([{ html: null, text: null }])
    },
    { timeout: 60_000 },
  )
})

test('an e-mail that was queued before is not sent again, and its job does not fail', async () => {
  const { email } = await signUp(shop)
  const { db } = shop.ctx
  const content = { subject: 'Once', html: '<p>Once</p>', text: 'Once' }
  for (let time = 0; time < 2; time += 1)
    await db.transaction((tx) =>
      queueEmail(shop.ctx, tx, { kind: 'test', key: email, recipient: email, content }),
    )
  const inState = async (...states: string[]) => {
    const jobs = `select from jobs.job where name = 'send-mail' and state::text = any ($1)`
    return (await db.pool.query(jobs, [states])).rowCount
  }
  await vi.waitFor(async () => expect(await inState('created', 'retry', 'active')).toBe(0), {
    timeout: 60_000,
  })
  expect(await inState('failed')).toBe(0)
  const subjects = receivedBy(email).map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1])
  expect(subjects.filter((subject) => subject?.trim() === 'Once')).toHaveLength(1)
})

test('an e-mail that the mail server rejects is kept and retried', async () => {
  rejection = Object.assign(new Error('Full'), { responseCode: 451 })
  const { email } = await signUp(shop)
  const { pool } = shop.ctx.db
  const triedAgain = `select from jobs.job j join mail m on m.id::text = j.data ->> 'mailId'
    where m.recipient = $1 and j.state = 'retry' and j.start_after > now() and m.attempts = 1
      and m.last_error like '%451%' and m.sent_at is null`
  await vi.waitFor(async () => expect((await pool.query(triedAgain, [email])).rowCount).toBe(1), {
    timeout: 60_000,
  })
  expect((await emailTo(shop, email, 'welcome')).text).toContain('Confirm address')
})

test('what the mail server says of an address is kept for staff, and not in the queue and the log', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  rejection = Object.assign(new Error(`<${email}>: no such mailbox`), { responseCode: 550 })
  await signUp(shop, { email })
  const failed = `select m.last_error, j.output ->> 'message' as logged
    from jobs.job j join mail m on m.id::text = j.data ->> 'mailId'
    where m.recipient = $1 and j.state = 'retry'`
  await vi.waitFor(
    async () =>
      expect((await shop.ctx.db.pool.query(failed, [email])).rows).toEqual([
        {
          last_error: expect.stringContaining(`<${email}>: no such mailbox`),
          logged: expect.stringMatching(/^[^@]*no such mailbox$/),
        },
      ]),
    { timeout: 60_000 },
  )
})

test('what was written without a mail server is sent once there is one, unless it is old', async () => {
  const without = await openTestShop({ beside: shop })
  const [fresh, old] = [await signUp(without), await signUp(without)]
  const { pool } = shop.ctx.db
  await pool.query(
    `update mail set created_at = now() - interval '25 hours' where recipient = $1`,
    [old.email],
  )
  await without.close()
  expect(receivedBy(fresh.email)).toHaveLength(0)
  const processes = await Promise.all(
    [0, 1].map(() => openTestShop({ beside: shop, settings: mailSettings() })),
  )
  await vi.waitFor(() => expect(receivedBy(fresh.email)).toHaveLength(1), { timeout: 60_000 })
  const { rows } = await pool.query('select sent_at, last_error from mail where recipient = $1', [
    old.email,
  ])
  expect(rows).toEqual([
    { sent_at: null, last_error: 'It was written while no mail server was set.' },
  ])
  for (const process of processes) await process.close()
  const jobs = `select from jobs.job j join mail m on m.id::text = j.data ->> 'mailId'
    where m.recipient = $1`
  expect((await pool.query(jobs, [fresh.email])).rowCount).toBe(1)
})

test('an e-mail of a rolled-back transaction is never sent', async () => {
  const { email } = await signUp(shop)
  await vi.waitFor(() => expect(receivedBy(email)).toHaveLength(1), { timeout: 60_000 })
  const before = received.length
  const undone = shop.ctx.db.kysely.transaction().execute(async (tx) => {
    const content = { subject: 'Never', html: '<p>Never</p>', text: 'Never' }
    await queueEmail(shop.ctx, tx, { kind: 'test', key: 'never', recipient: email, content })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const other = await signUp(shop)
  await vi.waitFor(() => expect(receivedBy(other.email)).toHaveLength(1), { timeout: 60_000 })
  expect(received).toHaveLength(before + 1)
})
