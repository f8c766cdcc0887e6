import { createHash } from 'node:crypto'

/** A UUID (version 5 in form) that is the same for the same name at every seeding. */
export function stableId(kind: string, name: string): string {
  const hash = createHash('sha1').update(`solvane/${kind}/${name}`).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-')
}
