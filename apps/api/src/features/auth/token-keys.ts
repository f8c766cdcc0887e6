import { createHmac, randomUUID, type webcrypto } from 'node:crypto'
import type { Role } from '@solvane/contract/user'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  deleteTokenKeys,
  deleteTokenKeysReplacedBefore,
  insertTokenKey,
  listTokenKeys,
} from './secrets.queries.ts'
import { derive, serverKeys } from './secrets.ts'

const algorithm = 'HS256'
const issuer = 'solvane'

type Context = Pick<AppContext, 'clock' | 'db'>

export interface AccessClaims {
  userId: string
  sessionId: string
}

/** A signed token that names an account, its role and its session. */
export async function signAccessToken(
  ctx: Context,
  { userId, role, sessionId }: AccessClaims & { role: Role },
): Promise<string> {
  const { signing } = await tokenKeys(ctx)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ role, sid: sessionId })
    .setProtectedHeader({ alg: algorithm, ...(signing.id && { kid: signing.id }) })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .sign(signing.accessToken)
}

/** The content of an access token; null if it is invalid or expired. */
export async function readAccessToken(ctx: Context, token: string): Promise<AccessClaims | null> {
  const { valid, readTokens } = await tokenKeys(ctx)
  const now = ctx.clock.now()
  const known = readTokens.get(token)
  if (known) return known.expiresAt > now.getTime() ? known : null
  try {
    const keyNamed = ({ kid }: { kid?: string }) => {
      const key = valid.find(({ id }) => id === kid)
      if (!key) throw new Error('No valid key has this id.')
      return key.accessToken
    }
    const { payload } = await jwtVerify(token, keyNamed, {
      algorithms: [algorithm],
      issuer,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const { sub, sid, exp = 0 } = payload
    const read = { userId: String(sub), sessionId: String(sid), expiresAt: exp * 1000 }
    readTokens.set(token, read)
    return read
  } catch {
    return null
  }
}

/** The lifetime of an access token in seconds. */
export const accessTokenSeconds = 15 * 60

/**
 * How long a key stays valid after the next one signs: the lifetime of its last token, and a minute
 * for clocks that differ.
 */
const overlapMilliseconds = (accessTokenSeconds + 60) * 1000

/** Until a new key signs: every process has received it by then. */
const publishedMilliseconds = 60_000

/** The content of a valid access token. */
export interface ReadToken {
  userId: string
  sessionId: string
  /** Unix milliseconds. */
  expiresAt: number
}

const rememberedTokens = 20_000

/** A key of the tokens. */
export interface TokenKey {
  /** Named in the header of access tokens; undefined for the first key. */
  id: string | undefined
  /**
   * When the key starts to sign and until when it is valid, in Unix milliseconds; infinite without
   * a limit.
   */
  signsFrom: number
  validUntil: number
  /** HS256 key of the access tokens. */
  accessToken: webcrypto.CryptoKey
  /** The successor of a refresh token: derived with a secret key, so that it need not be stored. */
  successorOf(token: string): string
}

interface KnownKeys {
  /** Oldest first. */
  keys: TokenKey[]
  /** Verified access tokens: a session sends the same one again and again. */
  readTokens: LRUCache<string, ReadToken>
}

const known = new WeakMap<Database, Promise<KnownKeys>>()

function knownKeys(ctx: Context): Promise<KnownKeys> {
  let keys = known.get(ctx.db)
  if (!keys) {
    keys = readKeys(ctx)
    known.set(ctx.db, keys)
    keys.catch(() => known.get(ctx.db) === keys && known.delete(ctx.db))
  }
  return keys
}

async function readKeys(ctx: Context): Promise<KnownKeys> {
  const { firstTokenSecret } = await serverKeys(ctx)
  const rows = await listTokenKeys(ctx.db.kysely)
  const first = { id: undefined, secret: firstTokenSecret, signsFrom: Number.NEGATIVE_INFINITY }
  const all = [
    first,
    ...rows.map(({ id, secret, signs_from }) => ({ id, secret, signsFrom: signs_from.getTime() })),
  ]
  const keys = await Promise.all(
    all.map(async ({ id, secret, signsFrom }, index): Promise<TokenKey> => {
      const next = all[index + 1]
      const refreshToken = derive(secret, 'refresh token')
      return {
        id,
        signsFrom,
        validUntil: next ? next.signsFrom + overlapMilliseconds : Number.POSITIVE_INFINITY,
        accessToken: await crypto.subtle.importKey(
          'raw',
          derive(secret, 'access token'),
          { name: 'HMAC', hash: 'SHA-256' },
          false,
          ['sign', 'verify'],
        ),
        successorOf: (token) =>
          createHmac('sha256', refreshToken).update(token).digest('base64url'),
      }
    }),
  )
  return { keys, readTokens: new LRUCache({ max: rememberedTokens }) }
}

/** Reads the keys again once a process has rotated them. */
export function watchTokenKeys(ctx: Pick<AppContext, 'db' | 'changes'>): void {
  ctx.changes.onChange((tag) => {
    if (tag === 'keys' || tag === null) known.delete(ctx.db)
  })
}

/** The keys that are valid now, the one that signs first, and the tokens that they were found to have signed. */
export async function tokenKeys(
  ctx: Pick<AppContext, 'db' | 'clock'>,
): Promise<{ signing: TokenKey; valid: TokenKey[]; readTokens: KnownKeys['readTokens'] }> {
  const { keys, readTokens } = await knownKeys(ctx)
  const now = ctx.clock.now().getTime()
  const valid = keys.filter(({ validUntil }) => validUntil > now).reverse()
  const signing = valid.find(({ signsFrom }) => signsFrom <= now)
  if (!signing) throw new Error('No key signs tokens now.')
  return { signing, valid: [signing, ...valid.filter((key) => key !== signing)], readTokens }
}

/**
 * Makes a key that signs all tokens from a minute from now on; the older ones stay valid as long as
 * what they signed. With `atOnce` it signs now and the others are invalid: browsers then exchange
 * their refresh tokens, which depend on no key.
 */
export async function rotateTokenKeys(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { atOnce = false } = {},
): Promise<void> {
  const now = ctx.clock.now().getTime()
  const signsFrom = new Date(now + (atOnce ? -overlapMilliseconds : publishedMilliseconds))
  await ctx.db.kysely.transaction().execute(async (tx) => {
    // The first key has no row and is older than any other.
    if (atOnce) await deleteTokenKeys(tx)
    await insertTokenKey(tx, { id: randomUUID(), signsFrom })
  })
}

/** A line for each key that is valid now, the newest first; none shows the key itself. */
export async function describeTokenKeys(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<string[]> {
  const { keys } = await readKeys(ctx)
  const now = ctx.clock.now().getTime()
  const time = (milliseconds: number) => new Date(milliseconds).toISOString()
  return keys
    .filter(({ validUntil }) => validUntil > now)
    .reverse()
    .map(({ id = 'first', signsFrom, validUntil }) => {
      const signs = signsFrom > now ? `signs from ${time(signsFrom)} on` : 'valid'
      const end = Number.isFinite(validUntil) ? `, until ${time(validUntil)}` : ''
      return `Key ${id}: ${signs}${end}`
    })
}

/** Deletes the keys that are no longer valid. */
export async function removeOldTokenKeys(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - overlapMilliseconds)
  await deleteTokenKeysReplacedBefore(ctx.db.kysely, before)
}
