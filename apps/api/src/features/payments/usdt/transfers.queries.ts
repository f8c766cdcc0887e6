import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import type { TokenTransfer } from './chain.ts'
import type { TokenKey } from './usdt.queries.ts'

/** A transfer that was found. */
export interface TransferRow {
  paymentId: string
  transactionHash: string
  logIndex: number
  units: bigint
  blockNumber: number
  blockHash: string
  isConfirmed: boolean
}

const transfers = (db: Queryable) =>
  db
    .selectFrom('usdt_transfer as t')
    .orderBy('t.block_number')
    .orderBy('t.log_index')
    .select([
      't.payment_id as paymentId',
      't.transaction_hash as transactionHash',
      't.log_index as logIndex',
      't.units',
      't.block_number',
      't.block_hash as blockHash',
      't.confirmed_at',
    ])

async function toTransfers(query: ReturnType<typeof transfers>): Promise<TransferRow[]> {
  const rows = await query.execute()
  return rows.map(({ units, block_number, confirmed_at, ...rest }) => ({
    ...rest,
    units: BigInt(units),
    blockNumber: Number(block_number),
    isConfirmed: confirmed_at !== null,
  }))
}

/** The transfers to the address of an attempt, oldest first. */
export function listTransfers(db: Queryable, paymentId: string): Promise<TransferRow[]> {
  return toTransfers(transfers(db).where('t.payment_id', '=', paymentId))
}

/** The transfers of a token that are not final. */
export function listUnconfirmed(
  db: Queryable,
  { chainId, token }: TokenKey,
): Promise<TransferRow[]> {
  return toTransfers(
    transfers(db)
      .innerJoin('usdt_payment as p', 'p.payment_id', 't.payment_id')
      .where('p.chain_id', '=', chainId)
      .where('p.token', '=', token)
      .where('t.confirmed_at', 'is', null),
  )
}

/** Adds a transfer; a known one that is not final may have moved to another block. */
export async function upsertTransfer(
  tx: Queryable,
  paymentId: string,
  { transactionHash, logIndex, from, units, blockNumber, blockHash }: TokenTransfer,
): Promise<void> {
  const place = { block_number: blockNumber, block_hash: blockHash }
  await tx
    .insertInto('usdt_transfer')
    .values({
      transaction_hash: transactionHash,
      log_index: logIndex,
      payment_id: paymentId,
      sender: from,
      units: units.toString(),
      ...place,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['transaction_hash', 'log_index'])
        .doUpdateSet(place)
        .where('usdt_transfer.confirmed_at', 'is', null),
    )
    .execute()
}

/** Deletes a transfer whose block was dropped, unless it was found in another one. */
export async function deleteTransfer(
  tx: Queryable,
  { transactionHash, logIndex, blockHash }: TransferRow,
): Promise<void> {
  await tx
    .deleteFrom('usdt_transfer')
    .where('transaction_hash', '=', transactionHash)
    .where('log_index', '=', logIndex)
    .where('block_hash', '=', blockHash)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Marks transfers in blocks `from` to `to` as final. */
export async function confirmTransfers(
  tx: Queryable,
  { chainId, token }: TokenKey,
  from: number,
  to: number,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('usdt_transfer as t')
    .from('usdt_payment as p')
    .set({ confirmed_at: at })
    .whereRef('p.payment_id', '=', 't.payment_id')
    .where('p.chain_id', '=', chainId)
    .where('p.token', '=', token)
    .where('t.confirmed_at', 'is', null)
    .where('t.block_number', '>=', String(from))
    .where('t.block_number', '<=', String(to))
    .execute()
}

/**
 * Attempts that may change by their transfers, oldest first: open ones, and those with more
 * confirmed money than recorded. Attempts under review are skipped until more arrives.
 */
export async function listUnsettled(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from payment p
    join usdt_payment u on u.payment_id = p.id
    join usdt_watch w using (chain_id, token)
    join lateral (
      select count(*) as seen, sum(units) filter (where confirmed_at is not null) as confirmed
      from usdt_transfer t where t.payment_id = p.id
    ) t on t.seen > 0
    where (p.status in ('PENDING', 'PROCESSING') and p.review is null)
      or p.captured_cents < trunc(coalesce(t.confirmed, 0) / power(10::numeric, w.decimals - 2))
    order by p.created_at, p.id`.execute(db)
  return rows.map(({ id }) => id)
}
