import type { Tokens } from '@solvane/contract/auth'
import { ApiError, isApiFailure, networkFailure, type Transport } from './api.ts'
import { endSession, readTokens, renewSession, subscribeToSession } from './tokens.ts'

const lockName = 'solvane-session'
/** Timeout for new tokens, and for other tabs that wait, in milliseconds. */
const patience = 20_000
/** How long tokens stored by one tab may take to reach another, in milliseconds. */
const storageDelay = 1_000

let underWay: Promise<Tokens | null> | null = null

/**
 * Exchanges the session's tokens after `rejected`, an access token, has expired. Only one exchange
 * runs at a time, in this tab and across tabs; later callers get its result. Returns null if the
 * session has ended, which also removes its tokens. Rejects, and removes nothing, if there was no
 * response.
 */
export function renewTokens(rejected: string, send: Transport<'refresh'>): Promise<Tokens | null> {
  underWay ??= oneTabAtATime(async (hasWaited) => {
    // The lock may be granted before the other tab's storage event arrives: wait for it.
    if (hasWaited) await othersTokens(rejected)
    return exchange(rejected, send)
  }).finally(() => {
    underWay = null
  })
  return underWay
}

/**
 * Runs `work` while no other tab does, and passes whether it had to wait for one. Locks exist in
 * secure contexts only; elsewhere the server's grace period covers two tabs at once.
 */
async function oneTabAtATime<Result>(
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const { locks } = navigator
  if (!locks) return work(false)
  const atOnce = await locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  return atOnce ? atOnce.result : locks.request(lockName, () => work(true))
}

/** Resolves when another tab's tokens have arrived, or after `storageDelay`. */
async function othersTokens(rejected: string): Promise<void> {
  const isSame = () => readTokens()?.accessToken === rejected
  if (!isSame()) return
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timeout)
      unsubscribe()
      resolve()
    }
    const timeout = setTimeout(finish, storageDelay)
    const unsubscribe = subscribeToSession(() => !isSame() && finish())
  })
}

async function exchange(rejected: string, send: Transport<'refresh'>): Promise<Tokens | null> {
  const held = readTokens()
  // Another tab has signed out, or has refreshed the tokens already.
  if (!held || held.accessToken !== rejected) return held
  const isStillHeld = () => readTokens()?.refreshToken === held.refreshToken
  try {
    const answer = await send(
      'refresh',
      { body: { refreshToken: held.refreshToken } },
      { signal: AbortSignal.timeout(patience) },
    )
    const { data: tokens } = answer as { data: Tokens }
    // A sign-out or sign-in in the meantime takes precedence.
    if (!isStillHeld()) return readTokens()
    renewSession(tokens)
    return tokens
  } catch (error) {
    if (!isApiFailure(error)) throw new ApiError(0, networkFailure.chinese)
    if (error.status !== 401) throw error
    if (!isStillHeld()) return readTokens()
    endSession()
    return null
  }
}
