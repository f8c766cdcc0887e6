import { type Api, createApi } from '@solvane/client/api'
import { browserTransport } from '@solvane/client/browser-transport'
import { sessionTransport } from '@solvane/client/session-transport'
import { type EndpointName, paths } from '@solvane/contract/paths'
import { inEnglish } from './in-english.ts'
import { leaveToSignIn } from './leave.ts'

/** The typed client with the current session. An expired session leads to the sign-in page. */
export const api: Api<EndpointName> = createApi(
  inEnglish(sessionTransport(browserTransport(paths), leaveToSignIn)),
)
