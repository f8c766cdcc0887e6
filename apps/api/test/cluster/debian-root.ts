import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf } from './programs.ts'

const run = promisify(execFile)

/** Certificates of this machine, which may lie outside the folder that Debian packages fill. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Makes a bare Debian of this suite in a new folder. */
export async function makeDebianRoot(suite: string, folder: string): Promise<void> {
  await run(pathOf('debootstrap'), ['--variant=minbase', suite, folder], { maxBuffer: 2 ** 26 })
  await run('rm', [
    '-rf',
    join(folder, 'var/cache/apt/archives'),
    join(folder, 'var/lib/apt/lists'),
  ])
  mkdirSync(join(folder, 'var/cache/apt/archives/partial'), { recursive: true })
  mkdirSync(join(folder, 'var/lib/apt/lists/partial'), { recursive: true })
}

/** Gives a root the Node.js of this process and npm, and the way to packages that this machine has. */
export function addNode(root: string): Record<string, string> {
  const program = execFileSync('/bin/sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  const npm = join(dirname(realpathSync(program)), '..')
  const modules = join(root, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  cpSync(npm, join(modules, 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  cpSync('/etc/hosts', join(root, 'etc/hosts'), { dereference: true })
  const passed = Object.entries(process.env).filter(
    ([name, value]) => value && /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name),
  ) as [string, string][]
  if (!existsSync(CERTIFICATES)) return Object.fromEntries(passed)
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  cpSync(CERTIFICATES, join(root, CERTIFICATES), { dereference: true })
  return {
    ...Object.fromEntries(passed),
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
    npm_config_cafile: CERTIFICATES,
  }
}

interface RootOptions {
  env: Record<string, string>
  /** Docker's `USER`; root by default. */
  user?: string
  /** Folders of this machine that are writable in it, by their place there. */
  binds?: Record<string, string>
  /** Whether nothing else can be written. */
  isReadOnly?: boolean
}

/**
 * Starts a shell command in a root. It has mounts of its own, which vanish with it, and the network of
 * this machine. The process that starts is the command itself.
 */
export function startInRoot(
  root: string,
  command: string,
  { env, user = '0:0', binds = {}, isReadOnly = false }: RootOptions,
): ChildProcess {
  const mounts = [
    `mount --bind "$root" "$root"`,
    ...(isReadOnly ? ['mount -o remount,ro,bind "$root"'] : []),
    'mount -t proc -o ro proc "$root/proc"',
    'mount -t tmpfs -o mode=755 tmpfs "$root/dev"',
    ...['null', 'zero', 'random', 'urandom'].map(
      (name) => `touch "$root/dev/${name}" && mount --bind /dev/${name} "$root/dev/${name}"`,
    ),
    ...Object.entries(binds).map(([place, folder]) => `mount --bind "${folder}" "$root${place}"`),
    `exec chroot --userspec=${user} "$root" /bin/sh -c "$command"`,
  ]
  return spawn('unshare', ['--mount', '/bin/sh', '-ec', mounts.join('\n')], {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...env,
      root,
      command,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The bytes of a root as one gzipped layer. */
export async function compressedSize(root: string): Promise<number> {
  const { stdout } = await run('/bin/sh', ['-c', `tar -C "$0" -cf - . | gzip -6 | wc -c`, root])
  return Number(stdout)
}
