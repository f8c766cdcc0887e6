import { type Api, type EndpointOutput, isApiFailure, networkFailure } from '@solvane/client/api'
import { createContext, data, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import { messageOf } from './failure.tsx'

/** The client of loaders: over HTTP in the browser, in-process on the server. */
export const apiContext = createContext<Api>()

/** The failure of a page: fit for a shopper, and safe to send to the browser. */
export interface PageFailure {
  message: string
  code: string | null
  /** Products in place of the one that the page was about. */
  products?: EndpointOutput<'listAlternatives'>['data']
}

/** The arguments of a loader. */
export interface LoadArgs {
  api: Api
  params: LoaderFunctionArgs['params']
  url: URL
  signal: AbortSignal
}

/**
 * Makes a loader of `load`. A rejected request becomes the page's failure with its status; a lost
 * network a 503; `failed` is the message where the rejection has none for a shopper. Redirects pass
 * through.
 */
export function loader(
  load: (args: LoadArgs) => unknown,
  failed = unexpectedFailure,
): LoaderFunction {
  return async ({ context, params, request }) => {
    try {
      return await load({
        api: context.get(apiContext),
        params,
        url: new URL(request.url),
        signal: request.signal,
      })
    } catch (error) {
      if (!isApiFailure(error) || request.signal.aborted) throw error
      throw pageFailure(error.status || 503, messageOf(error, failed), error.code)
    }
  }
}

/** Shown when the cause of a page's failure is unknown. */
export const unexpectedFailure = 'Something went wrong on our side. Please try again later.'

/** The failure of a whole page; thrown, it is shown by the nearest error boundary. */
export function pageFailure(
  status: number,
  message: string,
  code?: string,
  products?: PageFailure['products'],
) {
  return data<PageFailure>({ message, code: code ?? null, products }, { status })
}

/**
 * Whether a rejection means that the resource does not exist. A name longer than the API
 * accepts (400) is as unknown as one that is not found (404).
 */
export function isUnknown(error: unknown): boolean {
  return isApiFailure(error) && (error.status === 404 || error.status === 400)
}

/** Imports by `load`; when that fails, the page fails as for a lost network. */
export async function overNetwork<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    throw pageFailure(503, networkFailure.chinese)
  }
}

/** Imports by `load`, and again after every failure, with growing pauses. */
export async function persistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = 1_000; ; pause *= 2) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Code of the failure of a path that the shop does not have. */
export const unknownPathCode = 'UNKNOWN_PATH'

/** The failure to throw for a path that the shop does not have. */
export function unknownPath() {
  return pageFailure(404, 'Under Development', unknownPathCode)
}
