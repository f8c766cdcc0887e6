import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The list, in the target folder, of the paths of the last build. */
const LIST = 'files.json'

/**
 * Moves the folders of a finished build into `place`, where a shop may be serving the previous one:
 * no path is missing for a moment. Hashed files of the previous build stay for pages that are open
 * in browsers; older ones are removed.
 * @param fresh contains the folders; it is removed afterwards.
 */
export function putInPlace(fresh: string, place: string): void {
  const built = filesIn(fresh)
  const known = new Set(readList(place) ?? filesIn(place))
  // Files that refer to others come last.
  const isHashed = (path: string) => path.split(sep).includes('assets')
  for (const path of [...built.filter(isHashed), ...built.filter((path) => !isHashed(path))]) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    renameSync(join(fresh, path), join(place, path))
  }
  rmSync(fresh, { recursive: true, force: true })

  const current = new Set(built)
  // Building the same again does not count as a further build.
  const isSame = built.length === known.size && built.every((path) => known.has(path))
  for (const path of filesIn(place)) {
    const stays = current.has(path) || (isHashed(path) && (isSame || known.has(path)))
    if (!stays) rmSync(join(place, path))
  }
  writeFileSync(join(place, LIST), JSON.stringify(built))
}

function readList(place: string): string[] | undefined {
  const file = join(place, LIST)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
