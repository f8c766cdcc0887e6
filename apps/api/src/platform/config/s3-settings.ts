import { z } from 'zod'

/** Where uploads are kept, by the names in the environment. */
export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket, such as house-media',
    )
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

const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** One sentence for each setting that is missing beside another. */
export function incompleteS3(settings: S3Settings): string[] {
  const names = Object.keys(s3Settings) as (keyof S3Settings)[]
  const given = names.find((name) => settings[name] !== undefined)
  if (!given) return []
  return needed
    .filter((name) => !settings[name])
    .map((name) => `${name} must be set with ${given}.`)
}

/** The bucket for uploads; null when it is not set: they then lie in the data folder. */
export function s3Place(settings: S3Settings) {
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return null
  return { bucket, region, endpoint: endpoint ?? null, accessKeyId, secretAccessKey }
}
