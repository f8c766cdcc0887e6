import type { IncomingMessage } from 'node:http'

/** A proxy may name the whole address; the shop has one, and whose name it was called by counts for nothing. */
const origin = /^https?:\/\/[^/?#]*\/?/i

/**
 * The target of a request: a path that can be read. A shopper who follows a mangled link gets the
 * page for unknown paths; a caller of the API gets an error.
 */
export function readableUrl({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string {
  const url = target.replace(origin, '/')
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
