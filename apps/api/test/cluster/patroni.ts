import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../crash/crash-assertions.ts'
import { isListening, makeFolder, pathOf, type RunningProgram, startProgram } from './programs.ts'

/** A PostgreSQL under Patroni. */
export interface PatroniNode {
  name: string
  /** The port of PostgreSQL, and the one on which a balancer reads its role from Patroni. */
  port: number
  restPort: number
  start(): Promise<void>
  /** Ends Patroni and its PostgreSQL at once, as when the machine is lost. */
  lose(): Promise<void>
}

/** Two PostgreSQL servers of which Patroni keeps one as primary, with etcd. */
export interface PatroniCluster {
  nodes: PatroniNode[]
  /** A URL with both hosts. */
  url: string
  /** The node that is primary, as soon as there is one. */
  leader(): Promise<PatroniNode>
  /** Makes the other node the primary, as for maintenance. */
  switchOver(): Promise<void>
  /** Resolves when the standby streams from the primary and may take over. */
  hasStandby(): Promise<void>
  close(): Promise<void>
}

const password = 'a-long-secret'

/** The shortest that Patroni accepts: a lost leader is replaced after about this many seconds. */
const leaderSeconds = 20

/** Starts etcd and two nodes with an empty database of the shop's role. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const home = makeFolder('patroni')
  const [client, peer] = [await freePort(), await freePort()]
  const etcd = await startProgram(
    pathOf('etcd'),
    [
      ...['--name', 'one', '--data-dir', join(home.path, 'etcd')],
      ...['--listen-client-urls', `http://127.0.0.1:${client}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-cluster', `one=http://127.0.0.1:${peer}`],
    ],
    { isReady: () => isListening(client) },
  )
  const nodes: PatroniNode[] = []
  const close = async () => {
    for (const node of nodes) await node.lose()
    await etcd.stop('SIGKILL')
    home.remove()
  }
  try {
    for (const name of ['one', 'two']) {
      const node = await makeNode(name, home.path, client)
      nodes.push(node)
      await node.start()
    }
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const cluster = openCluster(nodes, `postgresql://solvane:${password}@${hosts}/solvane`, close)
    const { port } = await cluster.leader()
    await query(port, `create role solvane login password '${password}'`)
    await query(port, 'create database solvane owner solvane')
    await cluster.hasStandby()
    return cluster
  } catch (error) {
    await close()
    throw error
  }
}

function openCluster(
  nodes: PatroniNode[],
  url: string,
  close: () => Promise<void>,
): PatroniCluster {
  async function leader(): Promise<PatroniNode> {
    for (;;) {
      for (const node of nodes) if (await hasRole(node, 'primary')) return node
      await delay(100)
    }
  }
  async function hasStandby(): Promise<void> {
    for (;;) {
      const { port } = await leader()
      const rows = await query(
        port,
        `select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
      ).catch(() => [])
      if (rows.length > 0) return
      await delay(100)
    }
  }
  return {
    nodes,
    url,
    leader,
    hasStandby,
    async switchOver() {
      const old = await leader()
      const candidate = nodes.find((node) => node !== old)
      const answer = await fetch(`http://127.0.0.1:${old.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: old.name, candidate: candidate?.name }),
      })
      if (!answer.ok) throw new Error(`The switchover failed: ${await answer.text()}`)
    },
    close,
  }
}

async function hasRole({ restPort }: PatroniNode, role: 'primary' | 'replica'): Promise<boolean> {
  return fetch(`http://127.0.0.1:${restPort}/${role}`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function query(port: number, text: string): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function makeNode(name: string, home: string, etcdPort: number): Promise<PatroniNode> {
  const [port, restPort] = [await freePort(), await freePort()]
  const config = join(home, `${name}.yml`)
  const settings = {
    scope: 'solvane',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: {
        ttl: leaderSeconds,
        loop_wait: 2,
        retry_timeout: 3,
        // No confirmed order is lost with the primary.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', fsync: 'off' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, name),
      bin_dir: dirname(pathOf('postgres')),
      parameters: { unix_socket_directories: home },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
    },
  }
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(settings))
  let running: RunningProgram | undefined
  const node: PatroniNode = {
    name,
    port,
    restPort,
    async start() {
      running = await startProgram(pathOf('patroni'), [config], {
        env: { LC_ALL: 'C.UTF-8' },
        isReady: async () => (await hasRole(node, 'primary')) || (await hasRole(node, 'replica')),
      })
    },
    async lose() {
      const postmaster = await postmasterOf(join(home, name))
      running?.process.kill('SIGKILL')
      if (postmaster) killServer(postmaster)
      await running?.ended
    },
  }
  return node
}

/** The process id of the server on a data folder, if it runs. */
async function postmasterOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

/** A killed postmaster leaves children, which end as soon as they notice. */
function killServer(postmaster: number): void {
  try {
    process.kill(postmaster, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
