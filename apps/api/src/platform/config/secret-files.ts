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
 * The settings with the secrets that `given` names files for, and one sentence for each file that is
 * of no use. `given` has no empty values; a relative path starts at `folder`.
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
