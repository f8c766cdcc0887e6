import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { Factors } from './factor-rules.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'

/** The factors of an account. */
export async function findFactors(
  db: Queryable,
  userId: string,
): Promise<Factors & { totpSince: Date | null }> {
  const { totp_since, recovery_codes, passkey } = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('totp_factor')
        .select('enabled_at')
        .where('user_id', '=', userId)
        .as('totp_since'),
      select
        .selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('recovery_codes'),
      select
        .selectFrom('passkey')
        .select('id')
        .where('user_id', '=', userId)
        .limit(1)
        .as('passkey'),
    ])
    .executeTakeFirstOrThrow()
  return {
    totpSince: totp_since,
    hasTotp: totp_since !== null,
    hasPasskey: passkey !== null,
    recoveryCodesLeft: Number(recovery_codes),
  }
}

interface TotpRow {
  secret: Buffer | null
  last_step: number | null
  pending_secret: Buffer | null
}

/** The authenticator app of an account, locked until the transaction ends. */
export async function lockTotp(tx: Queryable, userId: string): Promise<TotpRow | undefined> {
  const row = await tx
    .selectFrom('totp_factor')
    .select(['secret', 'last_step', 'pending_secret'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, last_step: row.last_step === null ? null : Number(row.last_step) }
}

export async function savePendingSecret(
  db: Queryable,
  userId: string,
  secret: Buffer,
): Promise<void> {
  await db
    .insertInto('totp_factor')
    .values({ user_id: userId, pending_secret: secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret: secret }))
    .execute()
}

/** Makes the pending secret the one that counts. */
export async function enablePendingSecret(
  tx: Queryable,
  userId: string,
  { step, at }: { step: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('totp_factor')
    .set({
      secret: sql<Buffer>`pending_secret`,
      pending_secret: null,
      enabled_at: at,
      last_step: step,
    })
    .where('user_id', '=', userId)
    .execute()
}

export async function setLastStep(tx: Queryable, userId: string, step: number): Promise<void> {
  await tx
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteTotp(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('totp_factor').where('user_id', '=', userId).execute()
}

/** Replaces the recovery codes of an account; none with an empty list. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ hash, user_id: userId })))
    .execute()
}

/** Uses a recovery code up; of concurrent uses one returns true. */
export async function deleteRecoveryCode(
  tx: Queryable,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function insertTicket(
  db: Queryable,
  ticket: { hash: Buffer; user_id: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('sign_in_ticket').values(ticket).execute()
}

/**
 * Counts an attempt to end a waiting sign-in, and returns its account; undefined if it has expired
 * at `at`, or after `most` attempts.
 */
export async function countTicketAttempt(
  db: Queryable,
  hash: Buffer,
  { at, most }: { at: Date; most: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('sign_in_ticket')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('hash', '=', hash)
    .where('expires_at', '>', at)
    .where('attempts', '<', most)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Uses a ticket up; of concurrent uses one returns true. */
export async function deleteTicket(tx: Queryable, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_ticket')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes every factor of an account, and the sign-ins that wait for one. */
export async function deleteFactors(tx: Queryable, userId: string): Promise<void> {
  await deleteTotp(tx, userId)
  await deletePasskeysOfUser(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
  await deleteTicketsOfUser(tx, userId)
}

export async function deleteTicketsOfUser(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_ticket').where('user_id', '=', userId).execute()
}

export async function deleteExpiredTickets(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('sign_in_ticket').where('expires_at', '<', at).execute()
}

/** Records that the member of staff of a session has confirmed to be there. */
export async function setConfirmation(
  db: Queryable,
  sessionId: string,
  confirmation: { confirmed_at: Date; confirmed_by: string },
): Promise<void> {
  await db.updateTable('session').set(confirmation).where('id', '=', sessionId).execute()
}

export async function findConfirmation(
  db: Queryable,
  sessionId: string,
): Promise<{ confirmed_at: Date | null; confirmed_by: string | null } | undefined> {
  return db
    .selectFrom('session')
    .select(['confirmed_at', 'confirmed_by'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
}
