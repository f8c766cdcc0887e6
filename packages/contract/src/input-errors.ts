import { z } from 'zod'

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
