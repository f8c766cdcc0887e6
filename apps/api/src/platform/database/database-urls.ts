import pg from 'pg'
import type { Config } from '../config/config.ts'
import { urlsOfHosts } from './hosts.ts'

/** The URLs of the database of this process. */
export interface DatabaseUrls {
  /** For statements and transactions; may lead to a pooler if `directUrl` is set. */
  url: string
  /** The server itself, where `url` leads to a pooler. */
  directUrl: string | undefined
  /** A server whose answers may be a moment old. */
  replicaUrl: string | undefined
  /** The URL that keeps its sessions: for LISTEN, session locks, migrations and jobs. */
  sessionUrl: string
}

/**
 * The URLs of the databases in `config`, or of the embedded one, whose connections name
 * their process to PostgreSQL.
 */
export function databaseUrls(
  config: Pick<
    Config,
    'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'applicationName'
  >,
  embeddedUrl?: string,
): DatabaseUrls {
  const main = config.databaseUrl ?? embeddedUrl
  if (main === undefined) throw new Error('No database')
  const name = config.applicationName
  const url = named(main, name)
  const directUrl = config.databaseDirectUrl && named(config.databaseDirectUrl, name)
  const replicaUrl = config.databaseReplicaUrl && named(config.databaseReplicaUrl, name)
  return { url, directUrl, replicaUrl, sessionUrl: directUrl ?? url }
}

/** The configuration for programs that keep a session, such as `pg_dump`. */
export function overSessions(config: Config): Config {
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl }
}

function named(url: string, applicationName: string): string {
  if (/[?&]application_name=/.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(applicationName)}`
}

/** The user, hosts and database of a URL, without the password. */
export function placeOf(url: string): string {
  const clients = urlsOfHosts(url).map((one) => new pg.Client({ connectionString: one }))
  const hosts = clients.map(({ host, port }) => `${host}:${port}`)
  return `${clients[0]?.user}@${hosts.join(',')}/${clients[0]?.database}`
}
