import pg from 'pg'
import { urlsOfHosts } from './hosts.ts'

/** The user, hosts and database of a URL, without the password. */
export function placeOf(url: string): string {
  const clients = urlsOfHosts(url).map((one) => new pg.Client({ connectionString: one }))
  const hosts = clients.map(({ host, port }) => `${host}:${port}`)
  return `${clients[0]?.user}@${hosts.join(',')}/${clients[0]?.database}`
}
