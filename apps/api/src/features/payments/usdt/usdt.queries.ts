import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { TokenFacts } from './chain.ts'

/** The token of a chain; its address in lower case. */
export interface TokenKey {
  chainId: number
  token: string
}

/** A watched token, and the first block that has not been read. */
export interface WatchRow extends TokenFacts {
  nextBlock: number
}

/** An attempt in a token. Amounts are in its units. */
export interface UsdtPaymentRow extends TokenFacts {
  chainId: number
  token: string
  address: string
  dueUnits: bigint
  orderNumber: string
  /** How far the chain has been read. */
  nextBlock: number
}

/** An arbitrary number: the advisory lock for reading the chain. */
const watchLock = 7_305_120

/** Milliseconds between two attempts to get the lock. */
const lockPause = 100

/**
 * Runs `work` while no other process does; returns `busy` if another one held the lock for all of
 * `lockTimeoutMilliseconds`.
 */
export function withChainLock<Result>(
  { sessions }: Database,
  lockTimeoutMilliseconds: number,
  work: () => Promise<Result>,
): Promise<Result | 'busy'> {
  return sessions.connection().execute(async (connection) => {
    const deadline = performance.now() + lockTimeoutMilliseconds
    for (;;) {
      const { rows } = await sql<{ is_mine: boolean }>`
        select pg_try_advisory_lock(${watchLock}) as is_mine`.execute(connection)
      if (rows[0]?.is_mine) break
      if (performance.now() >= deadline) return 'busy'
      await delay(lockPause)
    }
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${watchLock})`.execute(connection)
    }
  })
}

/**
 * Adds a token, to be read from a block on, unless it is known; locks it until the transaction
 * ends.
 */
export async function lockWatch(
  tx: Queryable,
  { chainId, token }: TokenKey,
  facts: TokenFacts,
  nextBlock: number,
): Promise<void> {
  await tx
    .insertInto('usdt_watch')
    .values({ chain_id: chainId, token, ...facts, next_block: nextBlock })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token']).doUpdateSet(facts))
    .execute()
}

export async function findWatch(
  db: Queryable,
  { chainId, token }: TokenKey,
): Promise<WatchRow | undefined> {
  return db
    .selectFrom('usdt_watch')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .select(['symbol', 'decimals', 'next_block as nextBlock'])
    .$castTo<WatchRow>()
    .executeTakeFirst()
}

/** Records that all blocks before `nextBlock` have been read. */
export async function moveWatch(
  tx: Queryable,
  { chainId, token }: TokenKey,
  nextBlock: number,
): Promise<void> {
  await tx
    .updateTable('usdt_watch')
    .set({ next_block: sql`greatest(next_block, ${nextBlock})` })
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .execute()
}

/** The next unused number of an address. */
export async function takeAddressIndex(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    select nextval('usdt_address_index') as index`.execute(tx)
  if (!rows[0]) throw new Error('A sequence always gives a number')
  return rows[0].index
}

export async function insertUsdtPayment(
  tx: Queryable,
  payment: {
    paymentId: string
    chainId: number
    token: string
    addressIndex: number
    address: string
    dueUnits: bigint
    orderNumber: string
    createdAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('usdt_payment')
    .values({
      payment_id: payment.paymentId,
      chain_id: payment.chainId,
      token: payment.token,
      address_index: payment.addressIndex,
      address: payment.address,
      due_units: payment.dueUnits.toString(),
      order_number: payment.orderNumber,
      created_at: payment.createdAt,
    })
    .execute()
}

export async function findUsdtPayment(
  db: Queryable,
  paymentId: string,
): Promise<UsdtPaymentRow | undefined> {
  const row = await db
    .selectFrom('usdt_payment as p')
    .innerJoin('usdt_watch as w', (join) =>
      join.onRef('w.chain_id', '=', 'p.chain_id').onRef('w.token', '=', 'p.token'),
    )
    .where('p.payment_id', '=', paymentId)
    .select([
      'p.chain_id as chainId',
      'p.token',
      'p.address',
      'p.due_units',
      'p.order_number as orderNumber',
      'w.symbol',
      'w.decimals',
      'w.next_block',
    ])
    .executeTakeFirst()
  if (!row) return
  const { due_units, next_block, ...rest } = row
  return { ...rest, dueUnits: BigInt(due_units), nextBlock: Number(next_block) }
}

/**
 * The addresses assigned since an instant, and those with transfers that are not final: address →
 * payment.
 */
export async function listWatchedAddresses(
  db: Queryable,
  { chainId, token }: TokenKey,
  since: Date,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('usdt_payment as p')
    .where('p.chain_id', '=', chainId)
    .where('p.token', '=', token)
    .where((row) =>
      row.or([
        row('p.created_at', '>=', since),
        row(
          'p.payment_id',
          'in',
          row.selectFrom('usdt_transfer').select('payment_id').where('confirmed_at', 'is', null),
        ),
      ]),
    )
    .select(['p.address', 'p.payment_id'])
    .execute()
  return new Map(rows.map(({ address, payment_id }) => [address, payment_id]))
}

/** Whether any address was assigned since an instant. */
export async function isAnythingWatched(
  db: Queryable,
  { chainId, token }: TokenKey,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('usdt_payment')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('created_at', '>=', since)
    .select('payment_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a payment is expected or being confirmed: then the chain is read often. */
export async function isMoneyAwaited(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_awaited: boolean }>`
    select exists (
      select from payment
      where method = 'USDT' and status in ('PENDING', 'PROCESSING') and review is null
    ) or exists (select from usdt_transfer where confirmed_at is null) as is_awaited`.execute(db)
  return rows[0]?.is_awaited ?? false
}
