import { z } from 'zod'
import { defineEndpoint, listEnvelope } from './endpoint.ts'

/**
 * The purpose of an upload. CHAT: part of a message or of a return, visible only to its shopper and
 * staff. PICTURE: shown in the shop; staff only.
 */
export const uploadPurposes = ['CHAT', 'PICTURE'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

export const mostFiles = 10
/** 10 MiB. */
export const largestFile = 10 * 1024 * 1024

/** A stored picture. Sizes in pixels. */
export const upload = z.object({
  id: z.uuid(),
  /** The path of a PICTURE; null for CHAT, which has no public URL. */
  src: z.string().nullable(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Dominant colour, `#rrggbb`. */
  color: z.string(),
})
export type Upload = z.infer<typeof upload>

export const uploadFiles = defineEndpoint('uploadFiles', {
  summary:
    'Keeps pictures (`files[]`, JPEG, PNG, WebP or AVIF), all of them or none; what nothing shows is forgotten after some days',
  access: 'user',
  status: 201,
  query: z.object({ purpose: z.enum(uploadPurposes).default('CHAT') }),
  upload: { mostFiles, mostBytes: largestFile },
  response: listEnvelope(upload),
  errors: [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'UPLOAD_MISSING',
    'UPLOAD_REFUSED',
    'PAYLOAD_TOO_LARGE',
    'TOO_MANY_REQUESTS',
  ],
})
