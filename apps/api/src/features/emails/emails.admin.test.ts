import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { StaffRole } from '@solvane/contract/staff-role'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const staffOf = (shop: TestShop, staffRole: StaffRole) => signUp(shop, { role: 'ADMIN', staffRole })

/** The newest e-mail to an address, as staff see it. */
async function newestEmailTo(shop: TestShop, email: string, { headers }: SignedUp) {
  const { data } = await shop.call('listEmails', { query: { q: email }, headers })
  const [found] = data
  if (!found) throw new Error('There is no such e-mail.')
  return found
}

const read = async (shop: TestShop, email: string, reader: SignedUp) => {
  const { id } = await newestEmailTo(shop, email, reader)
  return (await shop.call('getEmail', { params: { emailId: id }, headers: reader.headers })).data
}

describe('a shop without a mail server', () => {
  let shop: TestShop
  let support: SignedUp
  let shopper: SignedUp
  beforeAll(async () => {
    shop = await openTestShop({ empty: true })
    support = await staffOf(shop, 'SUPPORT')
    shopper = await signUp(shop)
  })
  afterAll(() => shop.close())

  test('stores its e-mails, which can be searched by address and subject', async () => {
    const { headers } = support
    const byAddress = await newestEmailTo(shop, shopper.email, support)
    expect(byAddress).toMatchObject({
      kind: 'welcome',
      recipient: shopper.email,
      subject: 'Welcome to Solvane',
      state: 'WAITING',
    })
    const query = { q: 'welcome TO', state: 'WAITING' }
    expect((await shop.call('listEmails', { query, headers })).total).toBe(2)
    const sent = { state: 'SENT' }
    expect((await shop.call('listEmails', { query: sent, headers })).total).toBe(0)
    expect((await shop.call('getOutbox', { headers })).data).toEqual({
      waiting: 2,
      failed: 0,
      hasMailServer: false,
    })
  })

  test('ends its e-mails with its address as it is now', async () => {
    const { headers } = await staffOf(shop, 'OWNER')
    expect((await read(shop, shopper.email, support)).text).not.toContain('Harbour')
    const { version, document } = (await shop.call('getInvoicing', { headers })).data
    const address = '12 Harbour Row\n<New York>'
    await shop.call('saveInvoicing', {
      headers,
      body: { version, document: { ...document, name: 'Solvane Ltd', address } },
    })
    const { html, text } = await read(shop, shopper.email, support)
    expect(text).toMatch(/\nSolvane Ltd, 12 Harbour Row, <New York>\n$/)
    expect(html).toContain('<br>Solvane Ltd, 12 Harbour Row, &lt;New York&gt;')
  })

  test('shows links that open an account to owners only', async () => {
    const shown = await read(shop, shopper.email, support)
    expect(shown.text).toContain('#token=hidden')
    expect(shown.html).not.toMatch(/#token=(?!hidden)/)
    expect(shown.isWithoutLinks).toBe(true)
    const manager = await staffOf(shop, 'MANAGER')
    expect((await read(shop, shopper.email, manager)).isWithoutLinks).toBe(true)
    const owner = await staffOf(shop, 'OWNER')
    const whole = await read(shop, shopper.email, owner)
    expect(whole.isWithoutLinks).toBe(false)
    const token = /#token=(\S+)/.exec(whole.text ?? '')?.[1] ?? ''
    await shop.call('verifyEmail', { body: { token } })
  })

  test('cannot send, and reports that', async () => {
    const manager = await staffOf(shop, 'MANAGER')
    const params = { emailId: (await newestEmailTo(shop, shopper.email, manager)).id }
    expect(
      await rejectionOf(shop.call('resendEmail', { params, headers: manager.headers })),
    ).toMatchObject({ code: 'NO_MAIL_SERVER' })
    expect(
      await rejectionOf(shop.call('resendEmail', { params, headers: support.headers })),
    ).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a shop whose mail server rejects e-mails', () => {
  let isFull: boolean
  /** The recipients of what the server has taken. */
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(isFull ? new Error('The mailbox is full') : null),
    onData(stream, { envelope }, done) {
      received.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', done)
    },
  })
  let shop: TestShop
  let owner: SignedUp
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    isFull = true
    shop = await openTestShop({ empty: true, settings })
    owner = await staffOf(shop, 'OWNER')
  })
  beforeEach(() => {
    isFull = true
  })
  afterAll(async () => {
    await shop.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })

  const untilState = (email: string, state: string) =>
    vi.waitFor(
      async () => {
        const found = await newestEmailTo(shop, email, owner)
        expect(found.state).toBe(state)
        return found
      },
      { timeout: 60_000, interval: 100 },
    )

  test('shows the reason, and sends the e-mail when staff retry', async () => {
    const { email } = await signUp(shop)
    const { id, lastError } = await untilState(email, 'FAILED')
    expect(lastError).toContain('mailbox is full')
    // E-mails are sent here, so nobody needs their links.
    expect((await read(shop, email, owner)).isWithoutLinks).toBe(true)
    isFull = false
    const again = { params: { emailId: id }, headers: owner.headers }
    await shop.call('resendEmail', again)
    await untilState(email, 'SENT')
    expect(await read(shop, email, owner)).toMatchObject({ html: null, lastError: null })
    expect(await rejectionOf(shop.call('resendEmail', again))).toMatchObject({
      code: 'EMAIL_SENT',
    })
  })

  test('sends an e-mail once, however often staff retry at once', async () => {
    const { email } = await signUp(shop)
    const { id } = await untilState(email, 'FAILED')
    isFull = false
    const again = { params: { emailId: id }, headers: owner.headers }
    await Promise.all([1, 2, 3].map(() => shop.call('resendEmail', again)))
    await untilState(email, 'SENT')
    await vi.waitFor(
      async () => {
        const open = `select from jobs.job where data ->> 'mailId' = $1 and state <= 'active'`
        expect((await shop.ctx.db.pool.query(open, [id])).rowCount).toBe(0)
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(received.filter((recipient) => recipient === email)).toHaveLength(1)
  })
})
