import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/**
 * Settings that may also be the content of a file, which `NAME_FILE` names. Not all settings are:
 * variables such as `HOST_FILE` and `CACHE_FILE` belong to other programs.
 */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'USDT_XPUB',
  'USDT_RPC_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CDN_TOKEN',
] as const satisfies (keyof Settings)[]

/** The names of all variables that name the file of a secret. */
export const secretFileSettings = secretSettings.map((name) => `${name}_FILE`)

/**
 * The settings with the secrets that `given` names files for, and one sentence for each unusable
 * file. `given` has no empty values; a relative path starts at `folder`.
 */
export function readSecretFiles(
  given: Record<string, string | undefined>,
  folder: string,
): { settings: Record<string, string | undefined>; mistakes: string[] } {
  const settings = { ...given }
  const mistakes: string[] = []
  for (const name of secretSettings) {
    const variable = `${name}_FILE`
    const path = given[variable]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      mistakes.push(`${name} and ${variable} are both set: one of them must be removed.`)
      continue
    }
    try {
      const value = readFileSync(resolve(folder, path), 'utf8').replace(/\r?\n$/, '')
      if (value.trim() === '') mistakes.push(`${variable} names ${path}, which is empty.`)
      else settings[name] = value
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      mistakes.push(`${variable} names ${path}, which cannot be read (${code}).`)
    }
  }
  return { settings, mistakes }
}

/** A variable that is probably meant to be a setting. */
interface MisspelledSetting {
  found: string
  meant: string
}

/**
 * Finds variables that are one typing mistake away from a setting: a character more, less or
 * different, or two neighboring characters swapped. With two mistakes SHOP_URL would match SMTP_URL.
 */
export function findMisspelledSettings(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): MisspelledSetting[] {
  return Object.keys(environment).flatMap((found) => {
    if (known.includes(found) || !/^[A-Z][A-Z0-9_]+$/.test(found)) return []
    const meant = known.find((name) => editDistance(found, name) === 1)
    return meant ? [{ found, meant }] : []
  })
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps. */
function editDistance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => rows[row]?.[column] ?? column
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(left.length, right.length)
}
