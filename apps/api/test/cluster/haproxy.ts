import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../crash/crash-assertions.ts'
import type { PatroniCluster } from './patroni.ts'
import { isListening, makeFolder, pathOf, startProgram } from './programs.ts'

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
