import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../process/startup-error.ts'
import { findMisspeltSettings } from './misspelt-settings.ts'
import { type Settings, settingsSchema } from './settings.ts'

const repositoryFolder = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Where the demo house's contact link leads; a real house sets its own. */
const DEMO_CONTACT_URL = 'https://wa.me/12125550148'

/** Passwords that stand in examples and tutorials: they protect nothing. */
const KNOWN_PASSWORDS = [
  'postgres',
  'password',
  'secret',
  'example',
  'changeme',
  'solvane',
  'admin',
]

export type Config = ReturnType<typeof loadConfig>

/**
 * Reads the settings from an environment and gives the configuration of this process.
 * @throws StartupError with one sentence (a line each) for every mistake.
 */
export function loadConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const misspelt = findMisspeltSettings(environment, Object.keys(settingsSchema.shape))
  const mistakes = misspelt.map(
    ({ found, meant }) => `Unknown setting ${found}. Did you mean ${meant}?`,
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    mistakes.push(
      ...parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`),
    )
    throw new StartupError(mistakes.join('\n'))
  }
  const settings = parsed.data
  if (settings.NODE_ENV === 'production') mistakes.push(...whatProductionLacks(settings))
  if (mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  // The built shop without NODE_ENV is the demo house.
  const mode = settings.NODE_ENV ?? 'demo'
  return {
    mode,
    port: settings.PORT,
    host: settings.HOST,
    /** Unset: the PostgreSQL that the shop brings along, in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** An absolute path; a relative setting counts from the repository, wherever it is started from. */
    dataDir: resolve(repositoryFolder, settings.DATA_DIR),
    /** What canonical links and the site map begin with; no slash at the end. */
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    /** What picture paths begin with; empty for the shop's own. */
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    contactUrl: settings.CONTACT_URL ?? DEMO_CONTACT_URL,
    rateLimitMultiplier: settings.RATE_LIMIT_MULTIPLIER,
    logLevel: settings.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    /** Whether answers may be kept in memory; off for measuring without. */
    cache: settings.CACHE,
  }
}

/** What the demo house may assume and a real one must say: one sentence for each. */
function whatProductionLacks(settings: Settings): string[] {
  const lacks: string[] = []
  if (!settings.PUBLIC_URL) {
    lacks.push('PUBLIC_URL must be set in production: the address shoppers see.')
  }
  if (!settings.CONTACT_URL) {
    lacks.push('CONTACT_URL must be set in production: the demo house cannot be written to.')
  }
  const password = settings.DATABASE_URL && new URL(settings.DATABASE_URL).password
  if (password && KNOWN_PASSWORDS.includes(decodeURIComponent(password).toLowerCase())) {
    lacks.push('DATABASE_URL has a well-known password, which production refuses: change it.')
  }
  return lacks
}
