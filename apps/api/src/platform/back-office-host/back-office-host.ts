import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { securityHeaders, servedByVite, serveHashedFiles, startVite } from '../http/site-files.ts'

export interface BackOfficeHostOptions {
  /** The back office's build. Not read in development. */
  distDir: string
  /** The shop's public URL. */
  publicUrl: string
  /** Base URL of pictures that are served elsewhere, or empty. */
  assetsBaseUrl: string
  /** In development: the folder of the sources, served by Vite from this server. */
  dev?: { root: string }
}

/** Serves the back office: its files, and its single page at /admin and below. */
export async function backOfficeHost(app: FastifyInstance, options: BackOfficeHostOptions) {
  const vite = options.dev && (await startVite(options.dev.root, app.server))
  if (vite) app.addHook('onClose', () => vite.close())
  else await serveHashedFiles(app, join(options.distDir, 'assets'), '/admin/assets/')

  const readPage = options.dev
    ? await developmentPage(options.dev.root)
    : await builtPage(options.distDir)
  const headers = {
    ...securityHeaders({
      ...options,
      pixelUrl: null,
      isBackOffice: true,
      development: Boolean(vite),
    }),
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
  }
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (vite && (await servedByVite(request.raw, reply.raw, vite))) return reply.hijack()
      return reply.headers(headers).send(await readPage())
    })
  }
}

async function builtPage(distDir: string): Promise<() => Promise<string>> {
  const file = join(distDir, 'index.html')
  if (!existsSync(file)) {
    throw new Error(`The back office is not built: ${file} is missing. Run "npm run build".`)
  }
  const page = await readFile(file, 'utf8')
  return async () => page
}

/**
 * The page from the sources with Vite's script as a file, because the policy forbids Vite's inline
 * script.
 */
async function developmentPage(root: string): Promise<() => Promise<string>> {
  return async () => {
    const page = await readFile(join(root, 'index.html'), 'utf8')
    return page
      .replace('<head>', '<head><script type="module" src="/admin/@vite/client"></script>')
      .replace('src="/src/', 'src="/admin/src/')
  }
}
