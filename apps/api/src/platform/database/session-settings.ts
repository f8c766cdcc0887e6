import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { createClient } from './hosts.ts'

/** What every statement of the shop may rely on, as PostgreSQL shows it. */
const sessionSettings: Record<string, string> = { timezone: 'UTC', statement_timeout: '30s' }

/** The settings as PostgreSQL's startup parameter `options`, with others that differ. */
export function sessionOptions(others: Record<string, string> = {}): string {
  return Object.entries({ ...sessionSettings, ...others })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** The settings that a connection does not have: `name value` each. */
export async function wrongSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(sessionSettings)],
  )
  return rows
    .filter(({ name, value }) => sessionSettings[name] !== value)
    .map(({ name }) => `${name} ${sessionSettings[name]}`)
}

/** The statements that make the sessions of a role begin with the settings. */
function roleStatements(role: string, database: string): string[] {
  const whose = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)}`
  return Object.entries(sessionSettings).map(([name, value]) => `${whose} set ${name} = '${value}'`)
}

/**
 * Gives the settings to `role` in the database at `directUrl`, for the connections of a pooler: it
 * passes on no startup parameters, and a `SET` would reach one of its connections only.
 * @throws StartupError with a sentence if the role may not.
 */
export async function settleRole(directUrl: string, role: string): Promise<void> {
  const client = createClient(directUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select current_database() as database,
        (select setconfig from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
          where r.rolname = $1 and s.setdatabase = d.oid) as settings
      from pg_database d where datname = current_database()`,
      [role],
    )
    const { database = '', settings = null } = rows[0] ?? {}
    const known = new Set(settings?.map((setting) => setting.toLowerCase()))
    const lacks = Object.entries(sessionSettings).some(
      ([name, value]) => !known.has(`${name}=${value}`.toLowerCase()),
    )
    if (!lacks) return
    const statements = roleStatements(role, database)
    for (const statement of statements)
      await client.query(statement).catch((error: Error) => {
        throw new StartupError(
          `The role ${role} lacks a setting that the shop relies on behind a pooler (${error.message}): run ${statements.join('; ')} as an administrator of the database.`,
        )
      })
  } finally {
    await client.end().catch(() => {})
  }
}
