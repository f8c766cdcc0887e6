import type { IncomingMessage } from 'node:http'

/**
 * The target of a request with a path that can be read. A shopper who follows a mangled link gets the
 * page for unknown paths; a caller of the API is told that the address is malformed.
 */
export function readableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const cut = url.indexOf('?')
  const path = cut < 0 ? url : url.slice(0, cut)
  if (!path.includes('%') || path.startsWith('/api/')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + (cut < 0 ? '' : url.slice(cut))
  }
}
