import type { EndpointName } from '@solvane/contract/paths'
import { outsideSession } from '@solvane/contract/paths'
import { ApiError, isApiFailure, networkFailure, type Transport } from './api.ts'
import { endSession, readTokens } from './tokens.ts'

const isUnauthenticated = (error: unknown) => isApiFailure(error) && error.status === 401

/**
 * A transport that sends requests with the session (decision A3): with the bearer, and with the
 * headers of `headersOf`. After a 401 it refreshes the tokens once and repeats the request; another
 * 401 ends the session and calls `onEnded`.
 */
export function sessionTransport<Names extends EndpointName>(
  send: Transport<Names> & Transport<'refresh'>,
  onEnded: () => void,
  headersOf: (name: Names) => Record<string, string> = () => ({}),
): Transport<Names> {
  return async (name, input, options) => {
    if (outsideSession.has(name)) return send(name, input, options)
    const sendWith = (accessToken: string | undefined) =>
      send(name, input, {
        ...options,
        headers: {
          ...(accessToken && { authorization: `Bearer ${accessToken}` }),
          ...headersOf(name),
          ...options.headers,
        },
      })

    let accessToken = readTokens()?.accessToken
    try {
      return await sendWith(accessToken)
    } catch (error) {
      if (!isUnauthenticated(error)) throw error
      const renewed = accessToken ? await renew(accessToken, send) : null
      options.signal?.throwIfAborted()
      if (!renewed) {
        onEnded()
        throw error
      }
      accessToken = renewed.accessToken
    }
    try {
      return await sendWith(accessToken)
    } catch (error) {
      if (isUnauthenticated(error)) {
        // Unless someone has signed in since: this error is not about their session.
        if (readTokens()?.accessToken === accessToken) endSession()
        onEnded()
      }
      throw error
    }
  }
}

/** As `renewTokens`, whose code is loaded when tokens first expire. */
async function renew(rejected: string, send: Transport<'refresh'>) {
  const { renewTokens } = await import('./renew-tokens.ts').catch(() => {
    throw new ApiError(0, networkFailure.chinese)
  })
  return renewTokens(rejected, send)
}
