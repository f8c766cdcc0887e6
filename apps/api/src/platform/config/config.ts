import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../process/startup-error.ts'
import { incompleteKeys, incompleteUsdt, paymentKeys, usdtPlace } from './payment-settings.ts'
import { incompleteS3, orderLimitsOf, type Settings, s3Place, settingsSchema } from './settings.ts'

const repositoryFolder = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Where the demo store's contact link leads; a real house sets its own. */
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

/** This machine and private networks: no shopper calls from there. */
const neighbours = ['loopback', 'linklocal', 'uniquelocal']

/** The passwords of the demo store's accounts: printed at every start, so nobody's secret. */
export const demoPasswords = { shopper: 'shopper-demo', admin: 'admin-demo-2026' }

export type Config = ReturnType<typeof loadConfig>

/**
 * Reads the settings from an environment and gives the configuration of this process. `development`: the
 * sources are served as they are, which `npm run dev` alone asks for; no variable does.
 * @throws StartupError with one sentence (a line each) for every mistake.
 */
export function loadConfig(
  environment: Record<string, string | undefined>,
  { development = false } = {},
) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])} ${message}.`,
    )
    throw new StartupError(sentences.join('\n'))
  }
  const settings = parsed.data
  const mistakes = whatDoesNotFit(settings)
  if (settings.NODE_ENV === 'production') mistakes.push(...whatProductionLacks(settings))
  if (mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  const mode = modeOf(settings, development)
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings
  return {
    mode,
    /** `web` answers requests, `worker` does jobs, `all` both. */
    role: settings.ROLE,
    port: settings.PORT,
    host: settings.HOST,
    /** Unset: the PostgreSQL that the shop brings along, in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** An absolute path; a relative setting counts from the repository, wherever it is started from. */
    dataDir: resolve(repositoryFolder, settings.DATA_DIR),
    /** What canonical links and the site map begin with; no slash at the end. */
    publicUrl,
    /** Whose word counts for who is calling; in production by default a neighbour's. */
    trustedProxies: settings.TRUSTED_PROXIES ?? (mode === 'production' ? neighbours : false),
    /** What picture paths begin with; empty for the shop's own. */
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    contactUrl: settings.CONTACT_URL ?? DEMO_CONTACT_URL,
    mail: {
      /** Unset: letters stay in the outbox. */
      smtpUrl: settings.SMTP_URL ?? undefined,
      /** E-mails that an address gets in 24 hours at most while nobody has confirmed it. */
      dailyToUnconfirmed: Math.max(1, Math.round(10 * settings.RATE_LIMIT_MULTIPLIER)),
      from: settings.MAIL_FROM ?? `house@${new URL(publicUrl).hostname}`,
    },
    /** Who shall be an administrator from the first start on. */
    administrator:
      adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    /** The advertising pixel, asked for consent and told of visits; null without `PIXEL_ID`. */
    pixel: settings.PIXEL_ID ? { id: settings.PIXEL_ID, url: settings.PIXEL_URL } : null,
    /** Where uploads are kept; null: in `dataDir`. */
    s3: s3Place(settings),
    payments: { ...paymentKeys(settings), usdt: usdtPlace(settings) },
    /** How long an order reserves its items for the payment. */
    orderHoldMinutes: settings.ORDER_HOLD_MINUTES,
    /** As set, before `rateLimitMultiplier`. */
    orderLimits: orderLimitsOf(settings, mode === 'production'),
    rateLimitMultiplier: settings.RATE_LIMIT_MULTIPLIER,
    logLevel: settings.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    /** Whether answers may be kept in memory; off for measuring without. */
    cache: settings.CACHE,
    /** Whether the API is described to everyone at `/api/docs`. */
    apiDocs: settings.API_DOCS ?? mode !== 'production',
    /** Variables that look like a misspelled setting: a sentence each. None of them is read. */
    warnings: findMisspelledSettings(environment, Object.keys(settingsSchema.shape)).map(
      ({ found, meant }) => `${found} is not a setting. Did you mean ${meant}?`,
    ),
  }
}

/** Only `production` counts: many machines export another NODE_ENV for other programs. */
function modeOf(
  { NODE_ENV }: Settings,
  development: boolean,
): 'production' | 'development' | 'demo' {
  if (NODE_ENV === 'production') return 'production'
  return development ? 'development' : 'demo'
}

/** Settings that only make sense together: one sentence for each that stands alone. */
function whatDoesNotFit(settings: Settings): string[] {
  const mistakes: string[] = []
  if (settings.ADMIN_EMAIL && !settings.ADMIN_PASSWORD)
    mistakes.push('ADMIN_PASSWORD must be set with ADMIN_EMAIL.')
  if (settings.ADMIN_PASSWORD && !settings.ADMIN_EMAIL)
    mistakes.push('ADMIN_EMAIL must be set with ADMIN_PASSWORD.')
  if (settings.ROLE !== 'all' && !settings.DATABASE_URL)
    mistakes.push(`DATABASE_URL must be set when ROLE is ${settings.ROLE}: processes share it.`)
  return [
    ...mistakes,
    ...incompleteKeys(settings),
    ...incompleteUsdt(settings),
    ...incompleteS3(settings),
  ]
}

/** What the demo store may assume and a real one must say: one sentence for each. */
function whatProductionLacks(settings: Settings): string[] {
  const lacks: string[] = []
  if (!settings.PUBLIC_URL) {
    lacks.push('PUBLIC_URL must be set in production: the address shoppers see.')
  }
  if (!settings.CONTACT_URL) {
    lacks.push('CONTACT_URL must be set in production: the demo store cannot be written to.')
  }
  if (settings.SMTP_URL === undefined) {
    lacks.push(
      'SMTP_URL must be set in production: who forgets a password is written to. Set it to outbox to send nothing.',
    )
  }
  if (!settings.DATABASE_URL) {
    lacks.push('DATABASE_URL must be set in production: a PostgreSQL server, 15 or newer.')
  }
  const adminPassword = settings.ADMIN_PASSWORD?.toLowerCase()
  if (
    adminPassword &&
    [...KNOWN_PASSWORDS, ...Object.values(demoPasswords)].includes(adminPassword)
  ) {
    lacks.push('ADMIN_PASSWORD is a well-known password, which production refuses: change it.')
  }
  const password = settings.DATABASE_URL && new URL(settings.DATABASE_URL).password
  if (password && KNOWN_PASSWORDS.includes(decoded(password).toLowerCase())) {
    lacks.push('DATABASE_URL has a well-known password, which production refuses: change it.')
  }
  return lacks
}

/** As it is where a percent sign in it stands for itself, as the driver takes it too. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A name in the environment that is probably meant to be one of ours. */
interface MisspelledSetting {
  found: string
  meant: string
}

/**
 * Finds names that are one slip of the keyboard away from a setting: a letter more, less or other, or two
 * neighboring letters swapped. Two slips would also take SHOP_URL for SMTP_URL.
 */
function findMisspelledSettings(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): MisspelledSetting[] {
  return Object.keys(environment).flatMap((found) => {
    if (known.includes(found) || !/^[A-Z][A-Z0-9_]+$/.test(found)) return []
    const meant = known.find((name) => slips(found, name) === 1)
    return meant ? [{ found, meant }] : []
  })
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps. */
function slips(left: string, right: string): number {
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
