import type { Queryable } from '../../platform/database/database.ts'

/** The purpose that a challenge is signed for. */
export type ChallengePurpose = 'ADD' | 'CONFIRM' | 'SIGN_IN'

interface Challenge {
  challenge: Buffer
  purpose: ChallengePurpose
  /** Null for signing in. */
  user_id: string | null
}

export async function insertChallenge(
  db: Queryable,
  challenge: Challenge & { expires_at: Date },
): Promise<void> {
  await db.insertInto('passkey_challenge').values(challenge).execute()
}

/** Uses a challenge up that is valid at `at`; of concurrent uses one returns true. */
export async function deleteChallenge(
  db: Queryable,
  { challenge, purpose, user_id }: Challenge,
  at: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteExpiredChallenges(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', at).execute()
}

export interface PasskeyRow {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

/** The passkey that an authenticator calls so. */
export async function findPasskey(
  db: Queryable,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && { ...row, counter: Number(row.counter) }
}

/** Adds a passkey; returns false if an account has it already. */
export async function insertPasskey(tx: Queryable, passkey: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records the use of a passkey. */
export async function setPasskeyUsed(
  tx: Queryable,
  id: string,
  use: { counter: number; last_used_at: Date },
): Promise<void> {
  await tx.updateTable('passkey').set(use).where('id', '=', id).execute()
}

/** Deletes a passkey of an account; false if it has no such one. */
export async function deletePasskey(
  tx: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the passkeys of an account and its open challenges. */
export async function deletePasskeysOfUser(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey_challenge').where('user_id', '=', userId).execute()
}
