import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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
