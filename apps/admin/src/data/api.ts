import { type Api, createApi } from '@solvane/client/api'
import { browserTransport } from '@solvane/client/browser-transport'
import { sessionTransport } from '@solvane/client/session-transport'
import { type EndpointName, paths } from '@solvane/contract/paths'
import { inEnglish } from './in-english.ts'
import { leaveToSignIn } from './leave.ts'

/** The typed client, as who is signed in. When the session is over the sign-in screen comes. */
export const api: Api<EndpointName> = createApi(
  inEnglish(sessionTransport(browserTransport(paths), leaveToSignIn)),
)
