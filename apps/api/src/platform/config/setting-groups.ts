import { z } from 'zod'

/** The providers' keys, by the names of their variables. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_\w+$/, 'must be a secret key of Stripe, such as sk_live_51H8xY2eZ')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a Stripe webhook, such as whsec_9Hb2k')
    .optional(),
  PAYPAL_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{20,}$/, 'must be the client id of a PayPal app')
    .optional(),
  PAYPAL_CLIENT_SECRET: z
    .string()
    .regex(/^[\w-]{20,}$/, 'must be the secret of a PayPal app')
    .optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{10,}$/, 'must be the id of a PayPal webhook, such as 8PT597110X687430L')
    .optional(),
  PAYPAL_ENVIRONMENT: z.enum(['live', 'sandbox'], 'must be live or sandbox').default('live'),
}

type PaymentSettings = z.infer<z.ZodObject<typeof paymentSettings>>

/** Settings that are only useful together. */
const together = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
] as const

/** One sentence for each setting that is missing beside another. */
export function incompleteKeys(settings: PaymentSettings): string[] {
  return together.flatMap((names) => {
    const given = names.find((name) => settings[name])
    return given
      ? names.filter((name) => !settings[name]).map((name) => `${name} must be set with ${given}.`)
      : []
  })
}

/**
 * The keys of each provider; null without them: the method is then simulated, and in production not
 * offered.
 */
export function paymentKeys(settings: PaymentSettings) {
  return {
    stripe: allOrNull({
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    }),
    paypal: allOrNull({
      clientId: settings.PAYPAL_CLIENT_ID,
      clientSecret: settings.PAYPAL_CLIENT_SECRET,
      webhookId: settings.PAYPAL_WEBHOOK_ID,
      environment: settings.PAYPAL_ENVIRONMENT,
    }),
  }
}

type Complete<Keys> = { [Name in keyof Keys]: NonNullable<Keys[Name]> }

function allOrNull<Keys extends Record<string, unknown>>(keys: Keys): Complete<Keys> | null {
  return Object.values(keys).includes(undefined) ? null : (keys as Complete<Keys>)
}

/** Ethereum, and the contract of Tether there. */
const ethereum = { chainId: 1, token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }

const defaultConfirmations = 12

/** The settings of USDT payments, by the names of their variables. */
export const usdtSettings = {
  USDT_XPUB: z
    .string()
    .regex(
      /^xpub[1-9A-HJ-NP-Za-km-z]{100,110}$/,
      'must be an extended public key, beginning with xpub',
    )
    .optional(),
  USDT_RPC_URL: z
    .string()
    .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
      error: 'must be the address of a JSON-RPC node, such as https://rpc.example.com/key',
    })
    .optional(),
  USDT_CHAIN_ID: wholeNumber(1, 2_147_483_647).optional(),
  USDT_TOKEN_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, `must be the address of a contract, such as ${ethereum.token}`)
    .optional(),
  USDT_CONFIRMATIONS: wholeNumber(1, 1_000).optional(),
}

type UsdtSettings = z.infer<z.ZodObject<typeof usdtSettings>>

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((number) => number >= least && number <= most, error)
}

/** One sentence for each setting that is missing beside another. */
export function incompleteUsdt(settings: UsdtSettings): string[] {
  const names = Object.keys(usdtSettings) as (keyof UsdtSettings)[]
  const given = names.find((name) => settings[name] !== undefined)
  if (!given) return []
  const { USDT_CHAIN_ID: chainId = ethereum.chainId, USDT_TOKEN_ADDRESS: token } = settings
  const missing = (['USDT_XPUB', 'USDT_RPC_URL'] as const)
    .filter((name) => !settings[name])
    .map((name) => `${name} must be set with ${given}.`)
  if (chainId !== ethereum.chainId && !token)
    missing.push(`USDT_TOKEN_ADDRESS must be set when USDT_CHAIN_ID is not ${ethereum.chainId}.`)
  return missing
}

/**
 * The settings of USDT payments; null if unset: they are then simulated, and in production not
 * offered.
 */
export function usdtPlace(settings: UsdtSettings) {
  const { USDT_XPUB: extendedPublicKey, USDT_RPC_URL: rpcUrl } = settings
  if (!extendedPublicKey || !rpcUrl) return null
  return {
    extendedPublicKey,
    rpcUrl,
    chainId: settings.USDT_CHAIN_ID ?? ethereum.chainId,
    tokenAddress: settings.USDT_TOKEN_ADDRESS ?? ethereum.token,
    confirmations: settings.USDT_CONFIRMATIONS ?? defaultConfirmations,
  }
}

/** The CDN in front of the shop, by the names of the variables. */
export const cdnSettings = {
  CDN: z.enum(['fastly', 'cloudflare'], 'must be fastly or cloudflare').optional(),
  CDN_ZONE: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of a service (Fastly) or zone (Cloudflare)')
    .optional(),
  CDN_TOKEN: z.string().regex(/^\S+$/, 'must be a token of the API that may purge').optional(),
  CDN_API_URL: z
    .string()
    .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
      error: 'must be the address of a server that speaks the API of the CDN',
    })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
}

type CdnSettings = z.infer<z.ZodObject<typeof cdnSettings>>

/** One sentence for each setting that is missing beside another. */
export function incompleteCdn(settings: CdnSettings): string[] {
  const names = Object.keys(cdnSettings) as (keyof CdnSettings)[]
  const given = names.find((name) => settings[name] !== undefined)
  if (!given) return []
  return (['CDN', 'CDN_ZONE', 'CDN_TOKEN'] as const)
    .filter((name) => !settings[name])
    .map((name) => `${name} must be set with ${given}.`)
}

/** The CDN; null if unset: only browsers and this process then cache answers. */
export function cdnPlace(settings: CdnSettings) {
  const { CDN: kind, CDN_ZONE: zone, CDN_TOKEN: token, CDN_API_URL: apiUrl } = settings
  return kind && zone && token ? { kind, zone, token, apiUrl: apiUrl ?? null } : null
}

const amount = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number)
  .optional()

/** The limits on reserving and ordering without paying, by the names of the variables. */
export const orderLimitSettings = {
  MAX_UNPAID_ORDERS: amount,
  MAX_RESERVED_UNITS: amount,
  MAX_ORDERS_PER_HOUR: amount,
  MAX_NETWORK_UNITS_PER_HOUR: amount,
  COD_MAX_TOTAL: z
    .string()
    .regex(/^(none|\d{1,6})$/, 'must be a whole number of dollars, or none')
    .transform((value) => (value === 'none' ? null : Number(value) * 100))
    .optional(),
  COD_NEEDS_CONFIRMED_EMAIL: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .optional(),
}

type OrderLimitSettings = z.infer<z.ZodObject<typeof orderLimitSettings>>

/**
 * The demo's limits are higher: one account acts as many shoppers, and all of a variant's stock can
 * be ordered.
 */
const demoFactor = 10

/**
 * The limits on orders; the demo's defaults are higher, and cash on delivery has no limit there.
 */
export function orderLimitsOf(settings: OrderLimitSettings, isProduction: boolean) {
  const factor = isProduction ? 1 : demoFactor
  const { COD_MAX_TOTAL: codMaxCents } = settings
  return {
    /** Orders of an account that are neither paid nor dispatched. */
    unpaidOrders: settings.MAX_UNPAID_ORDERS ?? 3 * factor,
    /** Units that those orders reserve together. */
    reservedUnits: settings.MAX_RESERVED_UNITS ?? 20 * factor,
    ordersPerHour: settings.MAX_ORDERS_PER_HOUR ?? 10 * factor,
    /** Units that the unconfirmed accounts of one network may reserve in an hour. */
    networkUnitsPerHour: settings.MAX_NETWORK_UNITS_PER_HOUR ?? 100 * factor,
    /** The largest total that can be paid on delivery, in cents; null: any. */
    codMaxCents: codMaxCents === undefined ? (isProduction ? 200_000 : null) : codMaxCents,
    /** Whether cash on delivery requires a confirmed e-mail or an earlier completed order. */
    codNeedsConfirmedEmail: settings.COD_NEEDS_CONFIRMED_EMAIL ?? isProduction,
  }
}
