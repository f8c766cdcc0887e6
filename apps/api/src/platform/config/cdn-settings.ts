import { z } from 'zod'

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

/** The CDN; null if unset: answers are then kept by browsers and this process alone. */
export function cdnPlace(settings: CdnSettings) {
  const { CDN: kind, CDN_ZONE: zone, CDN_TOKEN: token, CDN_API_URL: apiUrl } = settings
  return kind && zone && token ? { kind, zone, token, apiUrl: apiUrl ?? null } : null
}
