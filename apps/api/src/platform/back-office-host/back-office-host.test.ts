import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backOfficeHost } from './back-office-host.ts'

let distDir: string
let app: FastifyInstance

const options = { publicUrl: 'http://localhost', assetsBaseUrl: '' }

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'back-office-'))
  mkdirSync(join(distDir, 'assets'))
  writeFileSync(join(distDir, 'index.html'), '<title>Back office</title>')
  writeFileSync(join(distDir, 'assets/main-1a2b.js'), 'plain')
  writeFileSync(join(distDir, 'assets/main-1a2b.js.br'), 'squeezed')
  app = Fastify()
  await app.register(backOfficeHost, { ...options, distDir })
  app.get('/*', () => 'a page of the shop')
})
afterAll(async () => {
  await app.close()
  rmSync(distDir, { recursive: true })
})

it.each(['/admin', '/admin/', '/admin/orders/1?page=2'])('serves its page at %s', async (url) => {
  const { statusCode, body, headers } = await app.inject({ url })
  expect([statusCode, body]).toEqual([200, '<title>Back office</title>'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
})

it('runs its own scripts only, and cannot be framed', async () => {
  const policy = (await app.inject('/admin')).headers['content-security-policy']
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/style-src [^;]*'unsafe-inline'/)
})

it('leaves URLs that merely start with "/admin" to the shop', async () => {
  expect((await app.inject('/administration')).body).toBe('a page of the shop')
})

it('serves its files for a year, precompressed', async () => {
  const headers = { 'accept-encoding': 'br' }
  const answer = await app.inject({ url: '/admin/assets/main-1a2b.js', headers })
  expect(answer.body).toBe('squeezed')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('responds 404 for a missing file, never with the page', async () => {
  expect((await app.inject('/admin/assets/gone-3c4d.js')).statusCode).toBe(404)
})

it('refuses to start without a build', async () => {
  const unbuilt = Fastify()
  const starting = unbuilt.register(backOfficeHost, {
    ...options,
    distDir: join(distDir, 'assets'),
  })
  await expect(starting.ready()).rejects.toThrow('The back office is not built')
})
