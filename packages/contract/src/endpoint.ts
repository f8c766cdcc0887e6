import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EndpointName } from './paths.ts'
import type { StaffRole } from './staff-role.ts'

/**
 * Describes an invalid input in a sentence where a schema has no message of its own: the
 * validator's messages are for programmers. Registered for every schema when the contract is
 * loaded.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue)
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooBig(issue)
    case 'not_multiple_of':
      return issue.divisor === 0.01
        ? 'Please use at most two decimals'
        : `Please write a multiple of ${issue.divisor}`
    case 'invalid_format':
      return describeFormat(issue)
    case 'invalid_value':
      return describeValue(issue)
    case 'unrecognized_keys':
      return `Please leave out ${listed(issue.keys)}`
    case 'invalid_union':
      return describeUnion(issue)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message ?? checkThis
    default:
      return checkThis
  }
}

const checkThis = 'Please check this'

type Raw<Code extends z.core.$ZodIssue['code']> = z.core.$ZodRawIssue<
  Extract<z.core.$ZodIssue, { code: Code }>
>

const wanted: Partial<Record<string, string>> = {
  string: 'Please write this as text',
  number: 'Please write a number',
  int: 'Please write a whole number',
  boolean: 'Please say yes or no',
  array: 'Please send a list',
  object: 'Please send fields with their values',
  record: 'Please send fields with their values',
  null: 'Please leave this empty',
}

function describeType({ expected, input }: Raw<'invalid_type'>): string {
  if (input === undefined || input === null || Number.isNaN(input)) return 'Please fill this in'
  return wanted[expected] ?? checkThis
}

/** The noun for the counted elements of a text or list; null if nothing is counted. */
function counted(origin: string, amount: number | bigint): string | null {
  const noun = { string: 'character', array: 'item', set: 'item', map: 'entry', file: 'byte' }[
    origin
  ]
  if (!noun) return null
  return `${asText(amount)} ${amount === 1 || amount === 1n ? noun : noun.replace(/y$/, 'ie').concat('s')}`
}

function asText(amount: number | bigint): string {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 20 })
}

function describeTooSmall({ origin, minimum, inclusive }: Raw<'too_small'>): string {
  const count = counted(origin, minimum)
  if (count) return minimum === 1 ? 'Please fill this in' : `Please use at least ${count}`
  return `Please write ${inclusive === false ? 'more than' : 'at least'} ${asText(minimum)}`
}

function describeTooBig({ origin, maximum, inclusive }: Raw<'too_big'>): string {
  const count = counted(origin, maximum)
  if (count) return `Please use at most ${count}`
  return `Please write ${inclusive === false ? 'less than' : 'at most'} ${asText(maximum)}`
}

const formats: Partial<Record<string, string>> = {
  email: 'Please write an e-mail address',
  uuid: 'This is not an id',
  url: 'Please write a web address',
  datetime: 'Please write a date and time, such as 2026-01-31T12:00:00Z',
  date: 'Please write a date, such as 2026-01-31',
  time: 'Please write a time, such as 09:30',
}

function describeFormat({ format, input }: Raw<'invalid_format'>): string {
  if (input === '') return 'Please fill this in'
  return formats[format] ?? 'Please check how this is written'
}

function describeValue({ values, input }: Raw<'invalid_value'>): string {
  if (input === undefined || input === null || input === '') return 'Please choose one'
  const most = 12
  const choices = values.slice(0, most).map(String)
  if (values.length === 0 || values.length > most || choices.includes(''))
    return 'Please choose one'
  return `Please choose ${choices.length === 1 ? choices[0] : `one of ${listed(choices)}`}`
}

/** The error of the closest alternative: the one that accepts this type of value. */
function describeUnion({ errors, input }: Raw<'invalid_union'>): string {
  if (input === undefined || input === null) return 'Please fill this in'
  const ofType = errors.find((issues) =>
    issues.every(({ code, path }) => path.length > 0 || !/^invalid_(type|value)$/.test(code)),
  )
  return (ofType ?? errors[0])?.[0]?.message ?? checkThis
}

const longestName = 40

function listed(names: readonly string[]): string {
  const most = 12
  const shown = names
    .slice(0, most)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name))
  const [last] = shown.slice(-1)
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${last}` : (last ?? '')
}

z.config({ customError: describeIssue })

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

/** `{success, data: […], total, message}`: products and favourites. */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    total: z.number().int().nonnegative(),
    message: z.string(),
  })
}

/**
 * `{success, data: {data: […], total}, message}`: addresses, tree, orders, coupons, chat.
 */
export function nestedListEnvelope<Item extends z.ZodType>(item: Item) {
  return envelope(z.object({ data: z.array(item), total: z.number().int().nonnegative() }))
}

/** The body of every error. `message` can be shown to a shopper, `code` is stable. */
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
