import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { largestImport } from '@solvane/contract/products-csv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { secretFileSettings } from '../apps/api/src/platform/config/environment.ts'
import { settingsSchema } from '../apps/api/src/platform/config/settings.ts'
import { repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT } from './runtime.mjs'

const folder = join(repositoryFolder, 'deploy')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const settings = [...Object.keys(settingsSchema.shape), ...secretFileSettings]

interface Manifest {
  apiVersion: string
  kind: string
}

function manifests(): Manifest[] {
  return readdirSync(join(folder, 'kubernetes'))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
        expect(document.errors, name).toEqual([])
        return document.toJS() as Manifest
      }),
    )
}

/** The module of `kubernetes-types` that is generated from the schema of a manifest's kind. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group = '', version] = apiVersion.includes('/')
    ? apiVersion.split('/')
    : ['core', apiVersion]
  return `kubernetes-types/${group.split('.')[0]}/${version}.ts`.replace(/\.ts$/, '')
}

it('the proxies let the largest file of the back office through', () => {
  const limits = {
    'proxy/nginx.conf': /client_max_body_size (\d+)m;/,
    'proxy/Caddyfile': /max_size (\d+)MB/,
    'compose/Caddyfile': /max_size (\d+)MB/,
    'kubernetes/README.md': /a body limit of (\d+) MB/,
  }
  // The limits of the files, with the bytes that a form adds.
  for (const [file, limit] of Object.entries(limits))
    expect(Number(limit.exec(read(file))?.[1]) * 1e6, file).toBeGreaterThan(largestImport * 1.02)
})

describe('the manifests of Kubernetes', () => {
  it('fit the schemas of their kinds', () => {
    const all = manifests()
    expect(all.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Deployment', 'Service', 'Job', 'HorizontalPodAutoscaler']),
    )
    const source = all.map(
      (manifest, index) =>
        `import type { ${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}'\nexport const manifest${index}: Kind${index} = ${JSON.stringify(manifest)}\n`,
    )
    const place = join(repositoryFolder, '.cache', 'manifests')
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'manifests.ts'), source.join(''))
    const compiler = join(repositoryFolder, 'node_modules', 'typescript-native', 'bin', 'tsc')
    const compile = () =>
      execFileSync(
        process.execPath,
        [
          compiler,
          '--noEmit',
          '--ignoreConfig',
          '--strict',
          '--skipLibCheck',
          '--module',
          'esnext',
          '--moduleResolution',
          'bundler',
          '--types',
          '',
          join(place, 'manifests.ts'),
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      )
    compile()
    // A field that Kubernetes does not have is found.
    writeFileSync(
      join(place, 'manifests.ts'),
      source.join('').replace('"readinessProbe"', '"readyProbe"'),
    )
    expect(compile).toThrow()
  })

  it('give a web process room for the resized pictures of 20,000 pictures', () => {
    const [settings] = parseAllDocuments(read('kubernetes/settings.yaml'))
    const [web] = parseAllDocuments(read('kubernetes/web.yaml'))
    const { volumes, containers } = (web as NonNullable<typeof web>).toJS().spec.template.spec
    const [mount] = containers[0].volumeMounts
    expect(settings?.toJS().data.DATA_DIR).toMatch(`${mount.mountPath}/`)
    const volume = volumes.find(({ name }: { name: string }) => name === mount.name)
    const gibibytes = Number(/^(\d+)Gi$/.exec(volume.emptyDir.sizeLimit)?.[1])
    expect(gibibytes * 1024).toBeGreaterThan(20_000 * 0.3)
  })

  it('set only settings of the shop', () => {
    const text = JSON.stringify(manifests())
    const named = [...text.matchAll(/"name":"([A-Z][A-Z_]+)"/g)].map(([, name]) => name)
    const data = manifests().flatMap((manifest) =>
      manifest.kind === 'ConfigMap' ? Object.keys((manifest as { data?: object }).data ?? {}) : [],
    )
    expect(named.length).toBeGreaterThan(2)
    expect([...named, ...data].filter((name) => !settings.includes(name ?? ''))).toEqual([])
  })
})

it('Compose sets only settings of the shop, and refers to what it defines', () => {
  const compose = parse(read('compose/compose.yaml'), { merge: true })
  const { migrate, web1, web2, worker } = compose.services
  expect([migrate, web1, web2, worker].map(({ environment }) => environment.ROLE)).toEqual([
    'migrate',
    'web',
    'web',
    'worker',
  ])
  for (const { environment, volumes, depends_on } of [migrate, web1, web2, worker]) {
    expect(Object.keys(environment).filter((name) => !settings.includes(name))).toEqual([])
    for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0])
    for (const service of Object.keys(depends_on)) expect(compose.services).toHaveProperty(service)
  }
  const upstreams = /reverse_proxy (.*) \{/.exec(read('compose/Caddyfile'))?.[1]?.split(' ') ?? []
  expect(upstreams).toEqual(compose.services.proxy.depends_on.map((name: string) => `${name}:3000`))
  const services = Object.values<{ secrets?: string[]; environment?: object }>(compose.services)
  const unknown = services.flatMap(({ environment = {}, secrets = [] }) =>
    Object.entries(environment)
      .filter(([name]) => name.endsWith('_FILE'))
      .filter(([, path]) => !secrets.some((secret) => path === `/run/secrets/${secret}`)),
  )
  expect(unknown).toEqual([])
  for (const secret of services.flatMap(({ secrets = [] }) => secrets))
    expect(compose.secrets).toHaveProperty(secret)
})

it('the image and the units of systemd start Node.js with the options of the shop', () => {
  const options = SHOP_ENVIRONMENT.NODE_OPTIONS
  expect(read('../Dockerfile')).toContain(`NODE_OPTIONS="${options}"`)
  expect(read('systemd/solvane.env').split('\n')).toContain(`NODE_OPTIONS=${options}`)
})

it('the units of systemd and the Procfile set only settings of the shop', () => {
  const others = ['NODE_OPTIONS']
  const lines = [
    ...read('systemd/solvane.env').split('\n'),
    ...readdirSync(join(folder, 'systemd'))
      .filter((name) => name.endsWith('.service'))
      .flatMap((name) => [...read(`systemd/${name}`).matchAll(/^Environment=(.*)$/gm)])
      .flatMap(([, values = '']) => values.split(' ')),
    ...[...read('Procfile').matchAll(/\b[A-Z_]+=\w+/g)].map(([pair]) => pair),
  ]
  const names = lines.flatMap((line) => /^([A-Z_0-9]+)=/.exec(line)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => ![...settings, ...others].includes(name))).toEqual([])
})
