import { z } from 'zod'

const switchOn = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be a web address such as https://shop.example.com',
  })
  .transform(withoutSlashAtTheEnd)

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
    .optional(),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: webAddress.optional(),
  ASSETS_BASE_URL: z
    .string()
    .refine((value) => value.startsWith('/') || webAddress.safeParse(value).success, {
      error: 'must be a web address or a path that begins with /',
    })
    .transform(withoutSlashAtTheEnd)
    .default(''),
  CONTACT_URL: webAddress.optional(),
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
})

export type Settings = z.infer<typeof settingsSchema>

function withoutSlashAtTheEnd(address: string): string {
  return address.replace(/\/+$/, '')
}
