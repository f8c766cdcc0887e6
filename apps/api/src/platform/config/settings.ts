import { isIP } from 'node:net'
import { z } from 'zod'
import { orderLimitSettings } from './order-limit-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { s3Settings } from './s3-settings.ts'
import { usdtSettings } from './usdt-settings.ts'

const switchOn = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be a web address such as https://shop.example.com',
  })
  .transform(withoutSlashAtTheEnd)

const emailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** In place of an SMTP server's address: letters are written and go nowhere. */
const staysInOutbox = 'outbox'

/**
 * Every setting the shop reads from the environment, by its name there. An empty value counts as
 * unset. The messages complete a sentence that begins with the name.
 */
export const settingsSchema = z.object({
  NODE_ENV: z
    .enum(
      ['production', 'development', 'test'],
      'must be production, development or test, or unset',
    )
    .optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address, such as localhost or 0.0.0.0')
    .default('localhost'),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), {
      error: 'must be a PostgreSQL address such as postgresql://user:password@host:5432/solvane',
    })
    .transform(nameEncryption)
    .optional(),
  DATA_DIR: z.string().default('.data'),
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
    .regex(emailAddress, 'must be an e-mail address such as house@example.com')
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
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
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
  ...orderLimitSettings,
  ORDER_HOLD_MINUTES: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of minutes from 1 to 99999')
    .transform(Number)
    .default(60),
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
  CACHE: switchOn.default(true),
  API_DOCS: switchOn.optional(),
})

export type Settings = z.infer<typeof settingsSchema>

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

/** The driver takes these words for `verify-full`, and warns of that at length. */
function nameEncryption(address: string): string {
  if (/[?&]uselibpqcompat=true/.test(address)) return address
  return address.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

function withoutSlashAtTheEnd(address: string): string {
  return address.replace(/\/+$/, '')
}
