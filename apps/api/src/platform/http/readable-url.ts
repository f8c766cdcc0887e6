import type { IncomingMessage } from 'node:http'

/** A proxy may send an absolute URL; its host is ignored, because there is only one shop. */
const origin = /^https?:\/\/[^/?#]*\/?/i

/**
 * The path and query of a request, made decodable. For a malformed link a shopper gets the page for
 * unknown paths; a caller of the API gets an error.
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
