import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'

/**
 * Starts Vite for the sources in `root` inside this server, with its hot-update socket on the same
 * port. For development only: Vite is not installed in production.
 */
export async function startVite(root: string, server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
}

/** Lets Vite answer a request for a source file; false if it is none. */
export function servedByVite(
  request: IncomingMessage,
  response: ServerResponse,
  vite: ViteDevServer,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('finish', () => resolve(true))
    vite.middlewares(request, response, (error?: unknown) => {
      if (error) reject(error)
      else resolve(false)
    })
  })
}
