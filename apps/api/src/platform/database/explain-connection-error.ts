import pg from 'pg'
import { systemErrorCode } from '../process/startup-error.ts'
import { hasNoConnectionLeft } from './database-errors.ts'
import { placeOf } from './database-urls.ts'

/** The settings that hold a URL of a database. */
export type UrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'

const wrongPassword = '28P01'
const unknownDatabase = '3D000'
const notAuthorized = '28000'
const startingOrStandby = '57P03'

/** What Node.js says of a certificate that it does not trust. */
const untrusted = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** Says in a sentence why the database at `url` cannot be used, and what to change. */
export function explainConnectionError(error: unknown, url: string, setting: UrlSetting): string {
  const place = `The database ${placeOf(url)}`
  const { message, code = '' } = describe(error)
  if (hasNoConnectionLeft(error))
    return `${place} has no connection left (${message}): raise its limit, or run fewer processes with a smaller DATABASE_POOL.`
  if (/unsupported startup parameter/.test(message)) return explainPooler(url, setting, message)
  if (code === wrongPassword || /password authentication failed/.test(message))
    return `${place} refuses the user or the password (${message}): correct them in ${setting}.`
  if (code === unknownDatabase || /no such database/.test(message))
    return `${place} does not exist (${message}): create it, with the shop's role as its owner, or correct ${setting}.`
  if (/no encryption|SSL required|SSL off|requires? (SSL|TLS)|TLS required/i.test(message))
    return `${place} admits only encrypted connections (${message}): add sslmode=verify-full to ${setting}.`
  if (code === notAuthorized)
    return `${place} does not let the shop in (${message}): correct ${setting}, or the server's pg_hba.conf.`
  if (/does not support SSL/.test(message))
    return `${place} speaks no TLS (${message}): remove sslmode from ${setting}, or turn TLS on in the server.`
  if (untrusted.test(code))
    return `${place} has a certificate that cannot be trusted (${message}): name its authority with sslrootcert=FILE in ${setting}, and the host as the certificate does.`
  if (code === startingOrStandby)
    return `${place} is not open yet (${message}): start the shop again when it is.`
  // PostgreSQL's own errors have codes such as 28P01 and a better message.
  const why = code.startsWith('E') ? code : message
  return `${place} cannot be reached (${why}): check ${setting} and that the server is running.`
}

/** Says that `url` leads to a pooler where the server itself is needed. */
export function explainPooler(url: string, setting: UrlSetting, why: string): string {
  const place = `The database ${placeOf(url)}`
  return setting === 'DATABASE_DIRECT_URL'
    ? `${place} is behind a pooler (${why}): DATABASE_DIRECT_URL must lead to the server itself.`
    : `${place} is behind a pooler (${why}): set DATABASE_DIRECT_URL to the address of the server itself.`
}

function describe(error: unknown): { message: string; code: string | undefined } {
  // Several addresses of one name were tried.
  const one = error instanceof AggregateError ? error.errors[0] : error
  const code = one instanceof pg.DatabaseError ? one.code : systemErrorCode(one)
  return { message: one instanceof Error ? one.message : String(one), code }
}
