import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { email, minimumAdminPasswordLength, newPassword } from '@solvane/contract/auth'
import { makeAdministrator } from './features/auth/accounts.admin.ts'
import { loadConfig } from './platform/config/config.ts'
import { type Command, runCommand } from './platform/database/run-command.ts'
import { StartupError } from './platform/process/lifecycle.ts'

const usage = 'Use it as: npm run admin -- --email you@example.com'

await runCommand(make)

/** `npm run admin`: makes an administrator of an e-mail address; asks for the password. */
async function make({ steps, openDatabase }: Command) {
  const address = readEmail(process.argv.slice(2))
  const config = loadConfig(process.env)
  const password = await readPassword(`Password for ${address}: `)
  const db = await openDatabase(config)
  await steps.run(`Making ${address} an administrator`, () =>
    makeAdministrator({ db, clock: { now: () => new Date() } }, { email: address, password }),
  )
}

function readEmail(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { email: { type: 'string', default: '' } } })
    const parsed = email.safeParse(values.email)
    if (parsed.success) return parsed.data
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}. ${usage}`)
  }
  throw new StartupError(`--email must be an e-mail address. ${usage}`)
}

/**
 * Reads the password from the terminal: as an argument it would be visible to others on the machine
 * and in the shell's history.
 */
async function readPassword(question: string): Promise<string> {
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY })
  const [line] = await Promise.race([
    lines.question('').then((answer) => [answer]),
    new Promise<string[]>((resolve) => lines.once('close', () => resolve([]))),
  ])
  lines.close()
  if (stdin.isTTY) stdout.write('\n')
  const parsed = newPassword.min(minimumAdminPasswordLength).safeParse(line ?? '')
  if (parsed.success) return parsed.data
  throw new StartupError(
    `The password of an administrator must have ${minimumAdminPasswordLength} to 128 characters.`,
  )
}
