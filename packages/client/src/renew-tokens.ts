import type { Tokens } from '@solvane/contract/auth'
import { ApiError, isApiFailure, type Transport } from './api.ts'
import { networkFailure } from './network-failure.ts'
import { endSession, readTokens, renewSession, subscribeToSession } from './tokens.ts'

const lockName = 'solvane-session'
/** Longest wait for new tokens, in milliseconds; other tabs wait as long. */
const patience = 20_000
/** Longest time that what one tab stores takes to reach another, in milliseconds. */
const storageDelay = 1_000

let underWay: Promise<Tokens | null> | null = null

/**
 * Exchanges the session's tokens after `refused`, an access token, was no longer good. One exchange
 * at a time, in this tab and across tabs: who comes later gets what the first one was given. Gives
 * null when the session is over, and then it is forgotten. Rejects, and forgets nothing, when the
 * answer could not be had.
 */
export function renewTokens(refused: string, send: Transport<'refresh'>): Promise<Tokens | null> {
  underWay ??= oneTabAtATime(async (hasWaited) => {
    // The lock reaches this tab before what the other one stored: hear it first.
    if (hasWaited) await othersTokens(refused)
    return exchange(refused, send)
  }).finally(() => {
    underWay = null
  })
  return underWay
}

/**
 * Runs `work` when no other tab does, telling it whether another one did just now. Browsers have
 * locks on safe addresses only; elsewhere the server's grace covers two tabs at once.
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

/** Resolves when what another tab stored has arrived, or nothing has for a while. */
async function othersTokens(refused: string): Promise<void> {
  const isSame = () => readTokens()?.accessToken === refused
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

async function exchange(refused: string, send: Transport<'refresh'>): Promise<Tokens | null> {
  const held = readTokens()
  // Another tab signed out, or has new tokens already.
  if (!held || held.accessToken !== refused) return held
  const isStillHeld = () => readTokens()?.refreshToken === held.refreshToken
  try {
    const answer = await send(
      'refresh',
      { body: { refreshToken: held.refreshToken } },
      { signal: AbortSignal.timeout(patience) },
    )
    const { data: tokens } = answer as { data: Tokens }
    // Meanwhile someone may have signed out, or in: theirs is the last word.
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
