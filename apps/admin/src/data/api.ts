import {
  type Api,
  ApiError,
  createApi,
  isApiFailure,
  networkFailure,
  type Transport,
} from '@solvane/client/api'
import { signInPath } from '@solvane/client/return-path'
import { isSignedOutOnPurpose } from '@solvane/client/tokens'
import { browserTransport, sessionTransport } from '@solvane/client/transport'
import { type EndpointName, paths } from '@solvane/contract/paths'

/** Redirects to the shop's sign-in page, which leads back here; not while a sign-out leads to the shop. */
export function leaveToSignIn(): void {
  if (isSignedOutOnPurpose()) return
  const { pathname, search } = window.location
  window.location.replace(signInPath(pathname + search))
}

/** Redirects to the shop. */
export function leaveToShop(): void {
  window.location.replace('/')
}

/** Reports network failures in English, the back office's only language. */
export function inEnglish(transport: Transport<EndpointName>): Transport<EndpointName> {
  return async (...call) => {
    try {
      return await transport(...call)
    } catch (error) {
      if (isApiFailure(error) && error.status === 0) throw new ApiError(0, networkFailure.english)
      throw error
    }
  }
}

/** The typed client with the current session. An expired session leads to the sign-in page. */
export const api: Api<EndpointName> = createApi(
  inEnglish(sessionTransport(browserTransport(paths), leaveToSignIn)),
)
