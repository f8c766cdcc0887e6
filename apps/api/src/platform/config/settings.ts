import { isIP } from 'node:net'
import { z } from 'zod'
import { urlsOfHosts } from '../database/hosts.ts'
import { cdnSettings, orderLimitSettings, paymentSettings, usdtSettings } from './setting-groups.ts'

const switchOn = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be a web address such as https://shop.example.com',
  })
  .transform(withoutSlashAtTheEnd)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a whole number from 0 to 65535')

const emailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The value of `SMTP_URL` that leaves e-mails in the outbox. */
const staysInOutbox = 'outbox'

/** The value of `DATABASE_URL` that uses the embedded PostgreSQL, also in production. */
export const embeddedDatabase = 'embedded'

const databaseUrl = z
  .string()
  .refine((value) => value === embeddedDatabase || isPostgresUrl(value), {
    error: 'must be a PostgreSQL address such as postgresql://user:password@host:5432/solvane',
  })
  .transform(nameEncryption)

/** The shop writes to it: of several hosts it looks for the one that accepts writes. */
const writableDatabase = databaseUrl.refine(
  (value) => !/[?&]target_session_attrs=(?!read-write(&|$)|primary(&|$))/.test(value),
  { error: 'is written to: its target_session_attrs must be read-write, or absent' },
)

const serverOnly = { error: 'must be the address of a PostgreSQL server' }

/** The bucket for uploads, by the names of the variables. */
const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as shop-media')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'must be a region, such as eu-west-1')
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
      error: 'must be the address of a server that speaks S3, such as https://s3.example.com',
    })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(/^\S+$/, 'must be the id of an access key').optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'must be the secret of an access key').optional(),
}

type S3Settings = z.infer<z.ZodObject<typeof s3Settings>>

/** One sentence for each setting that is missing beside another. */
export function incompleteS3(settings: S3Settings): string[] {
  const names = Object.keys(s3Settings) as (keyof S3Settings)[]
  const given = names.find((name) => settings[name] !== undefined)
  if (!given) return []
  const missing = (['S3_BUCKET', 'S3_REGION'] as const).filter((name) => !settings[name])
  const lacks = missing.map((name) => `${name} must be set with ${given}.`)
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings
  if (id && !secret) lacks.push('S3_SECRET_ACCESS_KEY must be set with S3_ACCESS_KEY_ID.')
  if (secret && !id) lacks.push('S3_ACCESS_KEY_ID must be set with S3_SECRET_ACCESS_KEY.')
  return lacks
}

/** The bucket for uploads; null if unset: they are then in the data folder. */
export function s3Place(settings: S3Settings) {
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings
  if (!bucket || !region) return null
  const accessKey = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return { bucket, region, endpoint: endpoint ?? null, accessKey }
}

/**
 * Every setting the shop reads from the environment, by the name of its variable. An empty value
 * counts as unset. The messages complete a sentence that begins with the name.
 */
export const settingsSchema = z.object({
  NODE_ENV: z
    .enum(
      ['production', 'development', 'test'],
      'must be production, development or test, or unset',
    )
    .optional(),
  PORT: port.default(3000),
  HEALTH_PORT: port.optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address, such as localhost or 0.0.0.0')
    .default('localhost'),
  DATABASE_URL: writableDatabase.optional(),
  DATABASE_DIRECT_URL: writableDatabase.refine(isPostgresUrl, serverOnly).optional(),
  DATABASE_REPLICA_URL: databaseUrl
    .refine(isPostgresUrl, serverOnly)
    .transform(preferStandby)
    .optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of connections from 1 to 999')
    .transform(Number)
    .default(10),
  DATA_DIR: z.string().default('.data'),
  BACKUP_TO: z
    .string()
    .refine((value) => !value.includes('://') || /^s3:\/\/[a-z0-9.-]{3,63}(\/|$)/.test(value), {
      error: 'must be a folder, or s3://bucket/folder',
    })
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of backups from 1 to 9999')
    .transform(Number)
    .default(14),
  PUBLIC_URL: webAddress
    .refine((address) => isOrigin(new URL(address)), {
      error: 'must be without a path: the shop is a whole site',
    })
    .optional(),
  ASSETS_BASE_URL: z
    .string()
    .refine((value) => value.startsWith('/') || webAddress.safeParse(value).success, {
      error: 'must be a web address or a path that begins with /',
    })
    .transform(withoutSlashAtTheEnd)
    .default(''),
  CONTACT_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => value === staysInOutbox || (/^smtps?:\/\/./.test(value) && URL.canParse(value)),
      {
        error:
          'must be a mail server such as smtps://user:password@mail.example.com, or outbox to send nothing',
      },
    )
    .transform((value) => (value === staysInOutbox ? null : value))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(emailAddress, 'must be an e-mail address such as shop@example.com')
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .regex(emailAddress, 'must be an e-mail address such as you@example.com')
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  ROLE: z
    .enum(['all', 'web', 'worker', 'migrate'], 'must be all, web, worker or migrate')
    .default('all'),
  MIGRATE: switchOn.default(true),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of seconds from 0 to 999')
    .transform(Number)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((proxy) => proxy.trim()))
    .refine((proxies) => proxies.every(isProxy), {
      error: 'must be a list of addresses such as 10.0.0.0/8, 192.0.2.1 or loopback',
    })
    .optional(),
  PIXEL_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of an advertising pixel, such as 1234567890123456')
    .optional(),
  PIXEL_URL: webAddress.default('https://www.facebook.com/tr'),
  ...paymentSettings,
  ...usdtSettings,
  ...s3Settings,
  ...cdnSettings,
  ...orderLimitSettings,
  ORDER_HOLD_MINUTES: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of minutes from 1 to 99999')
    .transform(Number)
    .default(60),
  WAITING_LIST_OFFER_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of hours from 1 to 999')
    .transform(Number)
    .default(24),
  SELECTION_HOURS: z
    .string()
    .regex(/^([1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/, 'must be a whole number of hours from 1 to 168')
    .transform(Number)
    .default(24),
  STAFF_SECOND_FACTOR: z.enum(['required', 'offered'], 'must be required or offered').optional(),
  RATE_LIMIT_MULTIPLIER: z.coerce
    .number('must be a number above 0')
    .positive('must be a number above 0')
    .default(1),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  ACCESS_LOG: switchOn.default(false),
  CACHE: switchOn.default(true),
  PREPARE_PICTURES: switchOn.optional(),
  API_DOCS: switchOn.optional(),
})

export type Settings = z.infer<typeof settingsSchema>

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && urlsOfHosts(value).every((url) => URL.canParse(url))
}

function isOrigin({ pathname, search, hash }: URL): boolean {
  return pathname + search + hash === '/'
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const most = family === 4 ? 32 : 128
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

/** The driver treats these modes as `verify-full`, with a long warning. */
function nameEncryption(address: string): string {
  if (/[?&]uselibpqcompat=true/.test(address)) return address
  return address.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/** Prefers a standby among several hosts of replicas. */
function preferStandby(address: string): string {
  if (/[?&]target_session_attrs=/.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}target_session_attrs=prefer-standby`
}

function withoutSlashAtTheEnd(address: string): string {
  return address.replace(/\/+$/, '')
}
