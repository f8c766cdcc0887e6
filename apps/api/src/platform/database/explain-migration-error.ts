import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { placeOf } from './check-database.ts'

const insufficientPrivilege = '42501'
const readOnlyTransaction = '25006'
const featureNotSupported = '0A000'
const undefinedFile = '58P01'
/** A table, column, index, type or function of ours that is there already, or not as we made it. */
const notOurs = ['42P07', '42701', '42703', '42710', '42723']

/**
 * Says in a sentence why the PostgreSQL at `url` will not hold the shop's tables; errors of any other
 * kind come back as they are.
 */
export function explainRefusal(error: unknown, url: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', message } = error
  const database = `The database ${placeOf(new pg.Client({ connectionString: url }))}`
  if (code === insufficientPrivilege)
    return new StartupError(
      `${database} does not let the shop make its tables (${message}): make its role the owner of the database and of all that is in it.`,
    )
  if (code === readOnlyTransaction)
    return new StartupError(
      `${database} may only be read (${message}): name the server that is written to in DATABASE_URL.`,
    )
  if ([featureNotSupported, undefinedFile].includes(code) && message.includes('extension'))
    return new StartupError(
      `${database} lacks an extension that the shop needs (${message}): install PostgreSQL's contrib modules on its server.`,
    )
  if (notOurs.includes(code))
    return new StartupError(
      `${database} holds something else already (${message}): give the shop a database of its own.`,
    )
  return error
}
