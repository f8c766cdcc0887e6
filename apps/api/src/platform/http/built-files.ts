import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const year = 365 * 24 * 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

/**
 * Serves the files that were built into `clientDir`: `/assets/*`, whose names change with their
 * contents, for a year; the few beside them (the icons) for a day. Precompressed files are sent where
 * they exist.
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

/** Serves the files of `folder`, whose names change with their contents, below `prefix` for a year. */
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
