import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt|html|webmanifest)$/

/**
 * Writes `.br` and `.gz` beside every file under `folder` that gains from it. Returns how many
 * files and how many bytes brotli saves on them.
 */
export async function precompress(folder: string): Promise<{ files: number; saved: number }> {
  let files = 0
  let saved = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name) || entry.parentPath.endsWith('.vite')) {
      continue
    }
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const brotli = await compressBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    })
    if (brotli.length >= bytes.length) continue
    await writeFile(`${path}.br`, brotli)
    await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }))
    files += 1
    saved += bytes.length - brotli.length
  }
  return { files, saved }
}
