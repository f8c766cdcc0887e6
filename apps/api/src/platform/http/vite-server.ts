import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'

/**
 * Starts Vite for the sources in `root` inside this server, its hot-update socket on the same port.
 * For development: Vite is no part of what is installed for production.
 */
export async function startVite(root: string, server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
}

/** Lets Vite answer the request for one of the sources; false when it is not one of them. */
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
