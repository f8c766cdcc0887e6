import { z } from 'zod'
import { defineEndpoint, listEnvelope } from './endpoint.ts'

/**
 * What an upload is for. CHAT: it comes with a message, and only the people of that room ever see it.
 * PICTURE: it is shown in the shop; staff only.
 */
export const uploadPurposes = ['CHAT', 'PICTURE'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

export const mostFiles = 10
/** 10 MiB. */
export const largestFile = 10 * 1024 * 1024

/** A picture as the shop keeps it, whatever was sent. Sizes in pixels. */
export const upload = z.object({
  id: z.uuid(),
  /** Where a PICTURE is shown, as pictures name it; null for CHAT, which has no address of its own. */
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
