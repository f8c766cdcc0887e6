import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  dev?: boolean
  optional?: boolean
}

/**
 * Installs the production packages of a folder's lock file as `npm ci --omit=dev` does, but without
 * a registry: they are copied from the repository's own install.
 */
export function copyLockedPackages(folder: string, repository: string): string[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.entries<LockedPackage>(lock.packages).filter(
    ([path, { dev, optional }]) => {
      if (path === '' || dev) return false
      return !optional || existsSync(join(repository, path))
    },
  )
  for (const [path] of packages) {
    const own = join(repository, path)
    mkdirSync(join(folder, path), { recursive: true })
    cpSync(own, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => source === own || !source.slice(own.length).includes('/node_modules'),
    })
  }
  const installed = { ...lock, packages: Object.fromEntries(packages) }
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify(installed))
  return packages.map(([path]) => path)
}
