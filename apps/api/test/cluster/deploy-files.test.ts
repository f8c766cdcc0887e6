import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isListening, makeFolder, needs, pathOf, runProgram, startProgram } from './programs.ts'

const deploy = fileURLToPath(new URL('../../../../deploy/', import.meta.url))
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder('deploy')
})
afterEach(() => folder.remove())

function write(name: string, text: string): string {
  const path = join(folder.path, name)
  writeFileSync(path, text, { mode: 0o644 })
  return path
}

/** A certificate and its key, in files that a proxy can read; both in `all.pem`. */
function makeCertificate() {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder.path, name))
  runProgram(pathOf('openssl'), [
    ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    ...[
      '-subj',
      '/CN=shop.example.com',
      '-days',
      '1',
      '-keyout',
      `${key}`,
      '-out',
      `${certificate}`,
    ],
  ])
  const both = readFileSync(`${certificate}`, 'utf8') + readFileSync(`${key}`, 'utf8')
  return { key, certificate, all: write('all.pem', both) }
}

/** Runs a check, which must accept `text` and reject it after `harm`. */
function expectAccepted(text: string, harm: [string, string], check: (text: string) => string) {
  expect(() => check(text)).not.toThrow()
  expect(text).toContain(harm[0])
  expect(() => check(text.replace(...harm))).toThrow()
}

/** A configuration of nginx that includes `text`, for an ordinary account. */
function writeNginx(text: string): string {
  return write(
    'nginx.conf',
    `pid ${folder.path}/nginx.pid; error_log stderr; events {} http { access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder.path}/${name};`).join('\n')}
      include ${write('solvane.conf', text)}; }`,
  )
}

it('nginx accepts its file', () => {
  needs('nginx', 'openssl')
  const { key, certificate } = makeCertificate()
  const file = read('proxy/nginx.conf')
    .replace('/etc/ssl/shop.example.com/fullchain.pem', `${certificate}`)
    .replace('/etc/ssl/shop.example.com/privkey.pem', `${key}`)
    // Ports that an ordinary account may open.
    .replace('listen 80;', 'listen 127.0.0.1:18080;')
    .replace('listen 443 ', 'listen 127.0.0.1:18443 ')
  expectAccepted(file, ['proxy_http_version', 'proxy_http_vrsion'], (text) =>
    runProgram(pathOf('nginx'), ['-t', '-e', 'stderr', '-c', writeNginx(text)]),
  )
})

it('nginx passes pages from memory on while every other page is answered 503', async () => {
  needs('nginx')
  // Processes without their database, or one that lacks the bucket of its pictures.
  const shops = await Promise.all(
    [1, 2].map(async () => {
      const shop = createServer((request, answer) => {
        answer.writeHead(request.url === '/' ? 200 : 503, { 'retry-after': '5' }).end()
      }).listen(0, '127.0.0.1')
      await once(shop, 'listening')
      return shop
    }),
  )
  const [first, second] = shops.map((shop) => (shop.address() as AddressInfo).port)
  const text = read('proxy/nginx.conf')
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 80;', 'listen 127.0.0.1:18080;')
    .replace('listen 443 ssl http2;', 'listen 127.0.0.1:18443;')
    .replaceAll(/^ *ssl_.*$/gm, '')
  const nginx = await startProgram(
    pathOf('nginx'),
    ['-e', 'stderr', '-g', 'daemon off;', '-c', writeNginx(text)],
    { isReady: () => isListening(18443) },
  )
  try {
    const statuses: number[] = []
    for (const path of [...Array(8).fill('/search'), ...Array(4).fill('/')])
      statuses.push((await fetch(`http://127.0.0.1:18443${path}`)).status)
    expect(statuses).toEqual([...Array(8).fill(503), ...Array(4).fill(200)])
    shops[0]?.close()
    shops[0]?.closeAllConnections()
    const after = await Promise.all(
      Array.from({ length: 4 }, () => fetch('http://127.0.0.1:18443/')),
    )
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  } finally {
    await nginx.stop()
    for (const shop of shops) {
      shop.close()
      shop.closeAllConnections()
    }
  }
})

it('HAProxy accepts its file', () => {
  needs('haproxy', 'openssl')
  const { all } = makeCertificate()
  const file = read('proxy/haproxy.cfg').replace('/etc/haproxy/shop.example.com.pem', all)
  expectAccepted(file, ['option httpchk', 'option httpcheck'], (text) =>
    runProgram(pathOf('haproxy'), ['-c', '-f', write('haproxy.cfg', text)]),
  )
})

it.each(['proxy', 'compose'])('Caddy accepts its file in %s', (place) => {
  needs('caddy')
  expectAccepted(read(`${place}/Caddyfile`), ['reverse_proxy', 'reverse_prxy'], (text) =>
    runProgram(
      pathOf('caddy'),
      ['validate', '--adapter', 'caddyfile', '--config', write('Caddyfile', text)],
      { HOME: folder.path, SHOP_HOST: 'shop.example.com' },
    ),
  )
})

it('systemd accepts its units', () => {
  needs('systemd-analyze')
  const names = readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service'))
  expect(names).toHaveLength(3)
  const units = Object.fromEntries(
    names.map((name) => {
      const text = read(`systemd/${name}`)
      expect(text).toContain('ExecStart=/usr/bin/node ')
      return [name, text.replace('/usr/bin/node', process.execPath)]
    }),
  )
  const verify = () => {
    for (const [name, text] of Object.entries(units)) write(name, text)
    // An unknown setting is a warning, and a mistake.
    const output = runProgram('/bin/sh', [
      '-c',
      'exec 2>&1; cd "$0" && exec "$@"',
      folder.path,
      pathOf('systemd-analyze'),
      'verify',
      ...names.map((name) => `./${name.replace('@', '@3001')}`),
    ])
    return output.split('\n').filter((line) => line.includes('solvane'))
  }
  expect(verify()).toEqual([])
  const worker = 'solvane-worker.service'
  units[worker] = `${units[worker]}`.replace('ProtectHome', 'ProtectHouse')
  expect(verify().join()).toContain('ProtectHouse')
})

describe('promtool', () => {
  const check = (...args: string[]) => {
    needs('promtool')
    return runProgram(pathOf('promtool'), args)
  }
  const files = join(deploy, 'observability')

  it.each([
    ['the configuration', ['check', 'config', join(files, 'prometheus.yaml')]],
    ['the alerts', ['check', 'rules', join(files, 'alerts.yaml')]],
    ['when the alerts fire', ['test', 'rules', join(files, 'alerts.test.yaml')]],
  ])('accepts %s', (_, args) => {
    expect(check(...args)).toContain('SUCCESS')
  })

  it('has a case for every alert', () => {
    const rules = read('observability/alerts.yaml').matchAll(/- alert: (\w+)/g)
    const cases = read('observability/alerts.test.yaml')
    const untested = [...rules].filter(([, name]) => !new RegExp(`: ${name}\n +exp`).test(cases))
    expect(untested).toEqual([])
  })

  it('rejects an alert that fires at another time', () => {
    write('alerts.yaml', read('observability/alerts.yaml').replaceAll('for: ', 'for: 9'))
    const tests = write('alerts.test.yaml', read('observability/alerts.test.yaml'))
    expect(() => check('test', 'rules', tests)).toThrow('FAILED')
  })
})
