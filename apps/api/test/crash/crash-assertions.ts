import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import type { ExternalServices } from './external-services.ts'

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Puts plenty of some products in stock, recorded in the ledger, and returns the variants. */
export async function stockUp(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with stocked as (
      update variant set stock = 100000, sale_price_cents = null where id in (
        select distinct on (product_id) v.id from variant v join product p on p.id = v.product_id
        where v.is_enabled and v.deleted_at is null and p.deleted_at is null order by product_id, v.id limit 5)
      returning id, new.stock - old.stock as delta
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, at)
      select id, delta, 100000, 'ADJUSTMENT', now() from stocked)
    select id from stocked`,
  )
  return rows.map(({ id }) => id)
}

const patience = 120_000

/**
 * Waits until the job queue is empty: jobs of processes killed before `aliveSince` are taken over,
 * retries are made due, and providers repeat messages that the shop has not accepted.
 */
export async function finishWork(
  pool: pg.Pool,
  outside: ExternalServices,
  aliveSince: Date,
): Promise<void> {
  const { connectionString } = pool.options
  const boss = new PgBoss({
    connectionString,
    schema: 'jobs',
    max: 1,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const { webhooks } of [outside.stripe, outside.paypal])
      for (const { id } of webhooks.sent()) expect(await webhooks.repeat(id)).toBe(200)
    const end = performance.now() + patience
    for (;;) {
      await pool.query(
        `update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active' and started_on < $1`,
        [aliveSince],
      )
      await boss.supervise()
      await pool.query(`update jobs.job set start_after = now() where state = 'retry'`)
      const { rows } = await pool.query(
        `select name, state, count(*)::integer as number from jobs.job
        where state in ('created', 'retry', 'active') and name in
          ('send-mail', 'payment-changed', 'process-provider-event', 'refund-payment')
        group by name, state`,
      )
      if (rows.length === 0) return
      if (performance.now() > end) throw new Error(`Left in the queue: ${JSON.stringify(rows)}`)
      await delay(300)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Expects the providers' payments and refunds to equal the shop's records, to the cent. */
export async function expectMoneyAgreed(
  pool: pg.Pool,
  { stripe, paypal }: ExternalServices,
): Promise<void> {
  const { rows } = await pool.query<{
    method: string
    ref: string
    captured: number
    refunded: number
  }>(
    `select method, provider_ref as ref, captured_cents as captured, refunded_cents as refunded
    from payment where method in ('STRIPE', 'PAYPAL') and provider_ref is not null`,
  )
  expect(rows.some(({ refunded }) => refunded > 0)).toBe(true)
  const held = rows.map(({ method, ref }) => {
    if (method === 'STRIPE') {
      const session = stripe.bank.session(ref)
      const intent = stripe.bank.intent(session?.payment_intent ?? '')
      const refunds = intent ? stripe.bank.refundsOf(intent.id) : []
      const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
      return { method, ref, captured: intent?.amount_received ?? 0, refunded }
    }
    const payments = paypal.bank.order(ref)?.purchase_units[0].payments
    const cents = (money?: { value: string }) => Math.round(Number(money?.value ?? 0) * 100)
    const refunded = (payments?.refunds ?? []).reduce((sum, { amount }) => sum + cents(amount), 0)
    return { method, ref, captured: cents(payments?.captures[0]?.amount), refunded }
  })
  expect(rows).toEqual(held)
}

/**
 * Every e-mail was delivered. It was delivered twice only if the shop was killed between delivery
 * and its record; then it has the same Message-ID. Returns a sentence about that.
 */
export async function expectEachEmailDelivered(
  pool: pg.Pool,
  { emails }: ExternalServices,
  killedAt: number[],
): Promise<string> {
  const { rows } = await pool.query<{ id: string; recipient: string; subject: string }>(
    'select id, recipient, subject from mail',
  )
  const written = new Map(rows.map((row) => [row.id, row]))
  const taken = Map.groupBy(emails, ({ messageId }) => messageId)
  expect([...taken.keys()].toSorted()).toEqual([...written.keys()].toSorted())
  for (const [id, copies] of taken) {
    for (const { to } of copies) expect(to).toBe(written.get(id)?.recipient)
    for (const [index, { at }] of copies.entries()) {
      const next = copies[index + 1]
      if (next)
        expect(killedAt.some((killed) => killed > at - 1_000 && killed < next.at)).toBe(true)
    }
  }
  const doubled = [...taken.values()].filter(({ length }) => length > 1).length
  return `${emails.length} e-mails delivered, ${doubled} of them twice; ${killedAt.length} deaths`
}
