import type { EndpointName } from '@solvane/contract/paths'
import { outsideSession } from '@solvane/contract/paths'
import { isApiFailure, type Transport } from './api.ts'
import { renewTokens } from './renew-tokens.ts'
import { endSession, readTokens } from './tokens.ts'

const isUnauthenticated = (error: unknown) => isApiFailure(error) && error.status === 401

/**
 * Sends calls as who is signed in (decision A3): with the bearer, and with what `headersOf` adds to a
 * call. A 401 renews the tokens once and repeats the call; a 401 after that forgets the session and
 * tells `onEnded`.
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
      const renewed = accessToken ? await renewTokens(accessToken, send) : null
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
        // Unless someone has signed in since, whose session this refusal is not about.
        if (readTokens()?.accessToken === accessToken) endSession()
        onEnded()
      }
      throw error
    }
  }
}
