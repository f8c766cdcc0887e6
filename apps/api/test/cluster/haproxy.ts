import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../crash/crash-assertions.ts'
import type { PatroniCluster } from './patroni.ts'
import { isListening, makeFolder, needs, pathOf, startProgram } from './programs.ts'

const delivered = new URL('../../../../deploy/proxy/haproxy.cfg', import.meta.url)

/** `deploy/proxy/haproxy.cfg` for another port and other processes, without TLS. */
function adapt(port: number, [first, second]: readonly [number, number], check: string): string {
  return readFileSync(delivered, 'utf8')
    .replace('GET /servingz', `GET ${check}`)
    .replace('maxconn 20000', 'maxconn 500')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^ *(bind :443|http-request redirect scheme) .*\n/gm, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
}

/** Starts HAProxy with the file of `deploy/proxy` before two processes of the shop; it asks them for `check`. */
export async function startShopBalancer(
  ports: readonly [number, number],
  check = '/servingz',
): Promise<{ port: number; close(): Promise<void> }> {
  needs('haproxy')
  const { path, remove } = makeFolder('haproxy')
  const port = await freePort()
  const config = join(path, 'haproxy.cfg')
  writeFileSync(config, adapt(port, ports, check))
  chmodSync(config, 0o644)
  const running = await startProgram(pathOf('haproxy'), ['-db', '-f', config], {
    isReady: () => isListening(port),
  })
  return {
    port,
    async close() {
      await running.stop()
      remove()
    },
  }
}

/** Starts a balancer that leads to the primary of a Patroni cluster; `url` leads through it. */
export async function startHaproxy(
  cluster: PatroniCluster,
): Promise<{ url: string; close(): Promise<void> }> {
  const { path, remove } = makeFolder('haproxy')
  const port = await freePort()
  const config = join(path, 'haproxy.cfg')
  writeFileSync(
    config,
    `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${cluster.nodes
  .map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}\n`)
  .join('')}`,
  )
  chmodSync(config, 0o644)
  const running = await startProgram(pathOf('haproxy'), ['-f', config], {
    isReady: () => isListening(port),
  })
  return {
    url: cluster.url.replace(/@[^/]*/, `@127.0.0.1:${port}`),
    async close() {
      await running.stop('SIGKILL')
      remove()
    },
  }
}
