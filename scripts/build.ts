// Builds the storefront for browsers and for the server, and the back office: `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { fingerprint, forgetBuild, recordBuild } from './build-state.mjs'
import { repositoryFolder } from './repository.mjs'

const storefront = join(repositoryFolder, 'apps', 'storefront')
const backOffice = join(repositoryFolder, 'apps', 'admin')

process.env.NODE_ENV = 'production'
const madeOf = fingerprint()
forgetBuild()
for (const root of [storefront, backOffice]) {
  const builder = await createBuilder({ root, logLevel: 'warn' })
  await builder.buildApp()
}
await compress(join(storefront, 'dist', 'client'))
await compress(join(backOffice, 'dist', 'assets'))
recordBuild(madeOf)

/** Puts a .br and a .gz beside every file that gets smaller by it, so that no request compresses. */
async function compress(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest|txt)$/.test(entry.name)) continue
    const content = readFileSync(file)
    const brotli = await promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    })
    if (brotli.length >= content.length) continue
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}
