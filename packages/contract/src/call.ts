import './input-errors.ts'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { type CallName, paths } from './paths.ts'
import type { StaffRole } from './staff-role.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What a caller must be: anyone, a signed-in shopper, or an administrator. */
export type Access = 'public' | 'user' | 'admin'

interface CallSchemas {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** Codes of the errors the use case can raise, besides those of any call (bad input, not found path, surprise). */
  errors?: readonly ErrorCode[]
  access?: Access
  /** Of a call for administrators: the least of them who may make it; a manager unless told. */
  staff?: StaffRole
  /** Of the answer when all goes well; 200 unless told. */
  status?: 201
  /** Files that are sent as `multipart/form-data`, in place of a body: how many, and how large each. */
  upload?: { mostFiles: number; mostBytes: number }
  /** Bytes of a body at most; 256 KiB unless told. */
  largestBody?: number
  /** Answers a file of this media type in place of the envelope, which only a refusal is in. */
  download?: 'text/csv' | 'image/webp'
  summary: string
}

/** One API call: its place and its schemas. Server and client are both inferred from it. */
export type Call<
  Name extends CallName = CallName,
  Schemas extends CallSchemas = CallSchemas,
> = Schemas & {
  name: Name
  method: Method
  path: string
  access: Access
}

/** Defines the call `name`; its method and path come from the `paths` table. */
export function defineCall<const Name extends CallName, const Schemas extends CallSchemas>(
  name: Name,
  schemas: Schemas,
): Call<Name, Schemas> {
  const [method, path] = paths[name].split(' ') as [Method, string]
  return { access: 'public' as Access, ...schemas, name, method, path }
}

/** `{success, data, message}` around one value. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data, message: z.string() })
}

/** `{success, data: […], total, message}`: products and favourites (decision R1). */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    total: z.number().int().nonnegative(),
    message: z.string(),
  })
}

/** `{success, data: {data: […], total}, message}`: addresses, tree, orders, coupons, chat (decision R1). */
export function nestedListEnvelope<Item extends z.ZodType>(item: Item) {
  return envelope(z.object({ data: z.array(item), total: z.number().int().nonnegative() }))
}

/** What every refused call answers. `message` is fit for a shopper, `code` is stable (decision R9). */
export const errorEnvelope = z.object({
  success: z.literal(false),
  data: z.null(),
  message: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>
