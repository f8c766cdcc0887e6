import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../crash/crash-assertions.ts'
import { isListening, makeFolder, needs, pathOf, startProgram } from './programs.ts'

const deploy = new URL('../../../../deploy/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, deploy), 'utf8')

interface Balancer {
  port: number
  close(): Promise<void>
}

/** Starts Caddy with the file of `deploy/proxy` before two processes of the shop, without TLS. */
export function startCaddy([first, second]: readonly [number, number]): Promise<Balancer> {
  return startCaddyWith(
    read('proxy/Caddyfile')
      .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${second}`),
  )
}

/** Starts Caddy with the file of `deploy/compose` before two processes of the shop, without TLS. */
export function startComposeCaddy([first, second]: readonly [number, number]): Promise<Balancer> {
  return startCaddyWith(
    read('compose/Caddyfile')
      .replace('web1:3000', `127.0.0.1:${first}`)
      .replace('web2:3000', `127.0.0.1:${second}`),
  )
}

async function startCaddyWith(text: string): Promise<Balancer> {
  needs('caddy')
  const { path, remove } = makeFolder('caddy')
  const port = await freePort()
  const site = text.replace(/^\S+ \{$/m, `http://127.0.0.1:${port} {`)
  const config = join(path, 'Caddyfile')
  writeFileSync(config, `{\n\tadmin off\n}\n${site}`, { mode: 0o644 })
  const running = await startProgram(
    pathOf('caddy'),
    ['run', '--adapter', 'caddyfile', '--config', config],
    {
      env: { HOME: path, XDG_CONFIG_HOME: path, XDG_DATA_HOME: path },
      isReady: () => isListening(port),
    },
  )
  return {
    port,
    async close() {
      await running.stop()
      remove()
    },
  }
}
