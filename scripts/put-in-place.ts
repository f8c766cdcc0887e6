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

/** In the place itself: the paths of the build that was put there last. */
const LIST = 'files.json'

/**
 * Moves the folders of a finished build into `place`, where a shop may be serving the one before: no
 * path is missing for a moment. What bears a hash in its name stays from the build before, for the
 * pages that are open in browsers; what is older goes.
 * @param fresh holds the folders; it is gone afterwards.
 */
export function putInPlace(fresh: string, place: string): void {
  const built = filesIn(fresh)
  const known = new Set(readList(place) ?? filesIn(place))
  // What names the others comes last.
  const isHashed = (path: string) => path.split(sep).includes('assets')
  for (const path of [...built.filter(isHashed), ...built.filter((path) => !isHashed(path))]) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    renameSync(join(fresh, path), join(place, path))
  }
  rmSync(fresh, { recursive: true, force: true })

  const current = new Set(built)
  // The same once more is no further build.
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
