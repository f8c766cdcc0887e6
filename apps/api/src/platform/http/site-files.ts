import { readdirSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'

const year = 365 * 24 * 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

/**
 * Serves the built files of `clientDir`: `/assets/*`, which have hashed names, for a year; the few
 * others (the icons) for a day. Precompressed files are sent where they exist.
 */
export async function serveBuiltFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  await serveHashedFiles(app, join(clientDir, 'assets'), '/assets/')
  for (const file of readdirSync(clientDir, { withFileTypes: true })) {
    if (!file.isFile() || /\.(br|gz)$/.test(file.name)) continue
    app.get(`/${file.name}`, { schema: { hide: true } }, (_, reply) =>
      reply.sendFile(file.name, clientDir, { immutable: false, maxAge: day }),
    )
  }
}

/** Serves the hashed files of `folder` below `prefix` for a year. */
export async function serveHashedFiles(
  app: FastifyInstance,
  folder: string,
  prefix: string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    preCompressed: true,
    immutable: true,
    maxAge: year,
    index: false,
    setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
  })
}

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
