// Builds the storefront for browsers and for the server, and the back office; with `--release` only
// if their sources have changed, followed by the release folder: `npm run build`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lockFile } from '@solvane/embedded-postgres/file-lock'
import { createBuilder } from 'vite'
import { buildRelease } from './build-release.ts'
import { fingerprint, forgetBuild, isBuilt, recordBuild } from './build-state.mjs'
import { putInPlace } from './put-in-place.ts'
import { repositoryFolder } from './repository.mjs'

const storefront = join(repositoryFolder, 'apps', 'storefront')
const backOffice = join(repositoryFolder, 'apps', 'admin')

/** Builds are made here, beside the one that a shop may be serving. */
const FRESH = 'dist/fresh'

process.env.NODE_ENV = 'production'
const cache = join(repositoryFolder, '.cache')
mkdirSync(cache, { recursive: true })
const lock = () => lockFile(join(cache, 'building'))
let held = lock()
// Concurrent builds would delete each other's files.
const isAnotherBuilding = held === undefined
while (held === undefined) {
  await wait(200)
  held = lock()
}
const isRelease = process.argv.includes('--release')
if (!(isRelease || isAnotherBuilding) || !isBuilt()) await build()
if (isRelease && !(isAnotherBuilding && isBuilt('release'))) {
  const madeOf = fingerprint('release')
  await buildRelease()
  recordBuild(madeOf, 'release')
}
held.release()

async function build(): Promise<void> {
  const madeOf = fingerprint()
  const builder = { logLevel: 'warn' } as const
  const intoFresh = (folder: string) => ({ build: { outDir: `${FRESH}/${folder}` } })
  const shop = await createBuilder({
    ...builder,
    root: storefront,
    environments: { client: intoFresh('client'), ssr: intoFresh('server') },
  })
  await shop.buildApp()
  const office = await createBuilder({ ...builder, root: backOffice, build: { outDir: FRESH } })
  await office.buildApp()
  await compress(join(storefront, FRESH, 'client'))
  await compress(join(backOffice, FRESH, 'assets'))
  forgetBuild()
  for (const root of [storefront, backOffice]) putInPlace(join(root, FRESH), join(root, 'dist'))
  recordBuild(madeOf)
}

/**
 * Adds a .br and a .gz file to every file that they make smaller, so that no request compresses.
 */
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
