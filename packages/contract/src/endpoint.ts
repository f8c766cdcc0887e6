import './input-errors.ts'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EndpointName } from './paths.ts'
import type { StaffRole } from './staff-role.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may use an endpoint: anyone, a signed-in customer, or staff. */
export type Access = 'public' | 'user' | 'admin'

interface EndpointSchemas {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** Declared error codes; any endpoint may answer BAD_REQUEST, NOT_FOUND and INTERNAL. */
  errors?: readonly ErrorCode[]
  access?: Access
  /** For `admin` endpoints: the lowest staff role with access. Default: MANAGER. */
  staff?: StaffRole
  /** For `admin` endpoints: usable before a required second factor was added. */
  isOpenWithoutFactor?: true
  /** For `admin` endpoints that change something: only within ten minutes of a confirmation. */
  needsConfirmation?: true
  /** HTTP status of a success. Default: 200. */
  status?: 201
  /** Accepts files as `multipart/form-data` instead of a JSON body, up to this number and size. */
  upload?: { mostFiles: number; mostBytes: number }
  /** Largest body in bytes. Default: 256 KiB. */
  largestBody?: number
  /** Responds with a file of this media type; only errors have an envelope. */
  download?: 'text/csv' | 'image/webp' | 'application/pdf'
  summary: string
}

/** The definition of an endpoint; `endpoints.ts` adds its method and path. */
export type Definition<
  Name extends EndpointName = EndpointName,
  Schemas extends EndpointSchemas = EndpointSchemas,
> = Schemas & { name: Name; access: Access }

/** One endpoint: method, path and schemas. The types of server and client are inferred from it. */
export type Endpoint<
  Name extends EndpointName = EndpointName,
  Schemas extends EndpointSchemas = EndpointSchemas,
> = Definition<Name, Schemas> & { method: Method; path: string }

/**
 * Defines the endpoint `name` of `paths.ts`. Its method and path are not looked up here: forms in
 * the browser import schemas from these modules, and would download every path with them.
 */
export function defineEndpoint<
  const Name extends EndpointName,
  const Schemas extends EndpointSchemas,
>(name: Name, schemas: Schemas): Definition<Name, Schemas> {
  return { access: 'public' as Access, ...schemas, name }
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

/**
 * `{success, data: {data: […], total}, message}`: addresses, tree, orders, coupons, chat (decision
 * R1).
 */
export function nestedListEnvelope<Item extends z.ZodType>(item: Item) {
  return envelope(z.object({ data: z.array(item), total: z.number().int().nonnegative() }))
}

/** The body of every error. `message` can be shown to a shopper, `code` is stable (decision R9). */
export const errorEnvelope = z.object({
  success: z.literal(false),
  data: z.null(),
  message: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  /** The id under which the shop logs the request; also in the header `x-request-id`. */
  requestId: z.string().optional(),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>
