import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { urlsOfHosts } from '../database/hosts.ts'
import { StartupError } from '../process/lifecycle.ts'
import { findMisspelledSettings, readSecretFiles, secretFileSettings } from './environment.ts'
import {
  cdnPlace,
  incompleteCdn,
  incompleteKeys,
  incompleteUsdt,
  orderLimitsOf,
  paymentKeys,
  usdtPlace,
} from './setting-groups.ts'
import {
  embeddedDatabase,
  incompleteS3,
  type Settings,
  s3Place,
  settingsSchema,
} from './settings.ts'

/** The checkout, or the release folder: relative settings count from it. */
export const repositoryFolder = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The contact link of the demo store; a real shop sets its own. */
const DEMO_CONTACT_URL = 'https://wa.me/12125550148'

/** Passwords from examples and tutorials, which protect nothing. */
const KNOWN_PASSWORDS = [
  'postgres',
  'password',
  'secret',
  'example',
  'changeme',
  'solvane',
  'admin',
]

/** This machine and private networks, where shoppers do not come from. */
const privateNetworks = ['loopback', 'linklocal', 'uniquelocal']

/** The passwords of the demo accounts; printed at every start. */
export const demoPasswords = { shopper: 'shopper-demo', admin: 'admin-demo-2026' }

export type Config = ReturnType<typeof loadConfig>

/**
 * Reads the settings from an environment and returns the configuration of this process.
 * `development` serves the sources; it is set by `npm run dev` alone, never by a variable.
 * @throws StartupError with a line for every mistake.
 */
export function loadConfig(
  environment: Record<string, string | undefined>,
  { development = false } = {},
) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const secrets = readSecretFiles(given, repositoryFolder)
  if (secrets.mistakes.length > 0) throw new StartupError(secrets.mistakes.join('\n'))
  const parsed = settingsSchema.safeParse(secrets.settings)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])} ${message}.`,
    )
    throw new StartupError(sentences.join('\n'))
  }
  const settings = parsed.data
  const mistakes = incompleteSettings(settings)
  if (settings.NODE_ENV === 'production') mistakes.push(...missingInProduction(settings))
  if (mistakes.length > 0) throw new StartupError(mistakes.join('\n'))

  const mode = modeOf(settings, development)
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings
  return {
    mode,
    /** `web` answers requests, `worker` runs jobs, `all` both; `migrate` brings the database up to date and ends. */
    role: settings.ROLE,
    /** Whether this process may migrate the database; else it rejects one that is not migrated. */
    migrates: settings.MIGRATE || settings.ROLE === 'migrate',
    /** How long a process that is going to end says so at `/servingz` and still takes requests. */
    drainMilliseconds: (settings.DRAIN_SECONDS ?? (mode === 'production' ? 10 : 0)) * 1000,
    port: settings.PORT,
    host: settings.HOST,
    /** The port of a worker's health and metrics; unset: they are not served. */
    healthPort: settings.HEALTH_PORT,
    /** Unset: the embedded PostgreSQL, in `dataDir`. */
    databaseUrl: serverUrl(settings),
    /** The server itself; unset: `databaseUrl` leads there. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    /** A server for reads that may be a moment old. */
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    /** The most connections of the main pool. */
    databasePool: settings.DATABASE_POOL,
    /** The name of this process's connections in `pg_stat_activity`. */
    applicationName: `solvane-${settings.ROLE}-${hostname()}`,
    /**
     * An absolute path; a relative setting starts at the repository, wherever the process was
     * started.
     */
    dataDir: resolve(repositoryFolder, settings.DATA_DIR),
    /** The base of canonical links and the sitemap; without trailing slash. */
    publicUrl,
    /**
     * The proxies whose X-Forwarded-For is trusted; in production by default those of private
     * networks.
     */
    trustedProxies: settings.TRUSTED_PROXIES ?? (mode === 'production' ? privateNetworks : false),
    /** The base of picture URLs; empty for the shop's own. */
    assetsBaseUrl: settings.ASSETS_BASE_URL,
    contactUrl: settings.CONTACT_URL ?? DEMO_CONTACT_URL,
    mail: {
      /** Unset: e-mails stay in the outbox. */
      smtpUrl: settings.SMTP_URL ?? undefined,
      /** The most e-mails that an unconfirmed address gets in 24 hours. */
      dailyToUnconfirmed: Math.max(1, Math.round(10 * settings.RATE_LIMIT_MULTIPLIER)),
      from: settings.MAIL_FROM ?? `hello@${new URL(publicUrl).hostname}`,
    },
    /** The administrator to create at the first start. */
    administrator:
      adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    /** The advertising pixel, used after consent; null without `PIXEL_ID`. */
    pixel: settings.PIXEL_ID ? { id: settings.PIXEL_ID, url: settings.PIXEL_URL } : null,
    /** The target of daily backups, and how many of them are kept; null: no backups. */
    backup: settings.BACKUP_TO ? { to: settings.BACKUP_TO, keep: settings.BACKUP_KEEP } : null,
    /** Why a failure would lose data, for the operator; null if nothing is known. */
    backupWarning: missingBackup(settings),
    /** The bucket for uploads; null: in `dataDir`. */
    s3: s3Place(settings),
    /** The CDN in front of the shop; null: answers carry no headers for one. */
    cdn: cdnPlace(settings),
    payments: { ...paymentKeys(settings), usdt: usdtPlace(settings) },
    /** How long an order's items are reserved for payment. */
    orderHoldMinutes: settings.ORDER_HOLD_MINUTES,
    /** How long a returned unit is reserved for the next on its waiting list. */
    waitingListOfferHours: settings.WAITING_LIST_OFFER_HOURS,
    /** How long an adviser's selection is reserved, unless another time is chosen. */
    selectionHours: settings.SELECTION_HOURS,
    /** Limits before `rateLimitMultiplier` is applied. */
    orderLimits: orderLimitsOf(settings, mode === 'production'),
    /** Whether owners and managers must add a second factor before they use the back office. */
    requiresSecondFactor: mode === 'production' || settings.STAFF_SECOND_FACTOR === 'required',
    rateLimitMultiplier: settings.RATE_LIMIT_MULTIPLIER,
    logLevel: settings.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    /** Whether traces are sent; OpenTelemetry reads its other variables itself. */
    tracing: isTracing(settings),
    /** Whether each request is logged. */
    accessLog: settings.ACCESS_LOG,
    /** Whether answers may be kept in memory; off for measurements. */
    cache: settings.CACHE,
    /** Whether the pictures of home and listings are resized before anyone requests them. */
    preparesPictures: settings.PREPARE_PICTURES ?? mode === 'demo',
    /** Whether the API is described at `/api/docs`. */
    apiDocs: settings.API_DOCS ?? mode !== 'production',
    /** A sentence for each variable that looks like a misspelled setting. None of them is read. */
    warnings: findMisspelledSettings(environment, [
      ...Object.keys(settingsSchema.shape),
      ...secretFileSettings,
    ]).map(({ found, meant }) => `${found} is not a setting. Did you mean ${meant}?`),
  }
}

function isTracing(settings: Settings): boolean {
  const endpoint =
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  return (
    endpoint !== undefined &&
    settings.OTEL_SDK_DISABLED !== 'true' &&
    settings.OTEL_TRACES_EXPORTER !== 'none'
  )
}

/** Only `production` counts: many machines export another NODE_ENV for other programs. */
function modeOf(
  { NODE_ENV }: Settings,
  development: boolean,
): 'production' | 'development' | 'demo' {
  if (NODE_ENV === 'production') return 'production'
  return development ? 'development' : 'demo'
}

/** The URL of the PostgreSQL server; undefined for the embedded one. */
function serverUrl({ DATABASE_URL: url }: Settings): string | undefined {
  return url === embeddedDatabase ? undefined : url
}

/** A real shop whose only database is on one disk; of a server somebody else takes backups. */
function missingBackup(settings: Settings): string | null {
  const isProduction = settings.NODE_ENV === 'production'
  if (!isProduction || serverUrl(settings) || settings.BACKUP_TO) return null
  return 'No backups are made of the embedded database: set BACKUP_TO to a folder on another disk or to s3://bucket/folder.'
}

/** Settings that are only useful together: one sentence for each incomplete set. */
function incompleteSettings(settings: Settings): string[] {
  const mistakes: string[] = []
  if (settings.ADMIN_EMAIL && !settings.ADMIN_PASSWORD)
    mistakes.push('ADMIN_PASSWORD must be set with ADMIN_EMAIL.')
  if (settings.ADMIN_PASSWORD && !settings.ADMIN_EMAIL)
    mistakes.push('ADMIN_EMAIL must be set with ADMIN_PASSWORD.')
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (settings[name] && !serverUrl(settings))
      mistakes.push(`DATABASE_URL must be set with ${name}.`)
  if (settings.ROLE !== 'all' && !serverUrl(settings))
    mistakes.push(`DATABASE_URL must be set when ROLE is ${settings.ROLE}: processes share it.`)
  return [
    ...mistakes,
    ...incompleteKeys(settings),
    ...incompleteUsdt(settings),
    ...incompleteS3(settings),
    ...incompleteCdn(settings),
  ]
}

/** Settings that only the demo store may omit: one sentence for each. */
function missingInProduction(settings: Settings): string[] {
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
  if (settings.STAFF_SECOND_FACTOR === 'offered') {
    lacks.push('STAFF_SECOND_FACTOR must be required in production, or unset.')
  }
  const adminPassword = settings.ADMIN_PASSWORD?.toLowerCase()
  if (
    adminPassword &&
    [...KNOWN_PASSWORDS, ...Object.values(demoPasswords)].includes(adminPassword)
  ) {
    lacks.push('ADMIN_PASSWORD is a well-known password, which production rejects: change it.')
  }
  const urls = {
    DATABASE_URL: serverUrl(settings),
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
    DATABASE_REPLICA_URL: settings.DATABASE_REPLICA_URL,
  }
  for (const [name, value = ''] of Object.entries(urls)) {
    const [url] = urlsOfHosts(value)
    const password = url && new URL(url).password
    if (password && KNOWN_PASSWORDS.includes(decoded(password).toLowerCase()))
      lacks.push(`${name} has a well-known password, which production rejects: change it.`)
  }
  return lacks
}

/**
 * The text with percent-encoding decoded; a stray percent sign stays, as the driver accepts it,
 * too.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
