import type { Tokens } from '@solvane/contract/auth'
import { ApiError, isApiFailure, type Transport } from '../api.ts'
import { networkFailure } from '../network-failure.ts'
import { endSession, readTokens, renewSession } from './tokens.ts'

const lockName = 'solvane-session'
/** Longest wait for new tokens, in milliseconds; other tabs wait as long. */
const patience = 20_000

let underWay: Promise<Tokens | null> | null = null

/**
 * Exchanges the session's tokens after `refused`, an access token, was no longer good. One exchange
 * at a time, in this tab and across tabs: who comes later gets what the first one was given. Gives
 * null when the session is over, and then it is forgotten. Rejects, and forgets nothing, when the
 * answer could not be had.
 */
export function renewTokens(refused: string, send: Transport): Promise<Tokens | null> {
  underWay ??= oneTabAtATime(() => exchange(refused, send)).finally(() => {
    underWay = null
  })
  return underWay
}

/** Browsers have locks on safe addresses only; elsewhere the server's grace covers two tabs at once. */
function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(lockName, work) : work()
}

async function exchange(refused: string, send: Transport): Promise<Tokens | null> {
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
