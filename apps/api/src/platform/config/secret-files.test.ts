import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { secretFileSettings } from './environment.ts'
import { settingsSchema } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'solvane-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

function fileWith(content: string): string {
  const path = join(folder, String(files++))
  writeFileSync(path, content)
  return path
}

describe('a secret in a file', () => {
  it.each([
    ['as it is', ''],
    ['without the trailing newline', '\n'],
    ['without that of Windows', '\r\n'],
  ])('is the setting, %s', (_title, end) => {
    const SMTP_URL_FILE = fileWith(`smtps://user:pass word@mail.example.com${end}`)
    expect(loadConfig({ SMTP_URL_FILE }).mail.smtpUrl).toBe(
      'smtps://user:pass word@mail.example.com',
    )
  })

  it('keeps spaces, which a password may end with', () => {
    const password = 'a long password  '
    const config = loadConfig({
      ADMIN_EMAIL: 'me@example.com',
      ADMIN_PASSWORD_FILE: fileWith(`${password}\n`),
    })
    expect(config.administrator?.password).toBe(password)
  })

  it('is checked as the setting is', () => {
    const path = fileWith('mysql://localhost\n')
    expect(() => loadConfig({ DATABASE_URL_FILE: path })).toThrow(
      'DATABASE_URL must be a PostgreSQL address',
    )
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://a.example',
      CONTACT_URL: 'https://b.example',
      SMTP_URL: 'outbox',
    }
    const wellKnown = fileWith('postgres://postgres:postgres@db/solvane')
    expect(() => loadConfig({ ...production, DATABASE_URL_FILE: wellKnown })).toThrow(
      'DATABASE_URL has a well-known password, which production rejects: change it.',
    )
  })

  it('is rejected beside the setting itself', () => {
    const both = { SMTP_URL: 'outbox', SMTP_URL_FILE: fileWith('outbox') }
    expect(() => loadConfig(both)).toThrow(
      'SMTP_URL and SMTP_URL_FILE are both set: one of them must be removed.',
    )
    expect(loadConfig({ ...both, SMTP_URL_FILE: ' ' }).mail.smtpUrl).toBeUndefined()
  })

  it.each([
    ['missing', () => join(folder, 'none'), (path: string) => `${path}, which cannot be read`],
    ['a folder', () => folder, (path: string) => `${path}, which cannot be read (EISDIR).`],
    ['empty', () => fileWith('\n'), (path: string) => `${path}, which is empty.`],
  ])('is rejected with one sentence if it is %s', (_title, pathOf, end) => {
    const path = pathOf()
    expect(() => loadConfig({ STRIPE_SECRET_KEY_FILE: path })).toThrow(
      `STRIPE_SECRET_KEY_FILE names ${end(path)}`,
    )
  })

  it('is not in the sentence that rejects it', () => {
    const path = fileWith('sk_live_verysecret extra')
    const reject = () => loadConfig({ STRIPE_SECRET_KEY_FILE: path })
    expect(reject).toThrow(/^STRIPE_SECRET_KEY must be a secret key of Stripe(?!.*verysecret)/s)
  })
})

it('every setting that may hold a secret can be in a file', () => {
  const known = ['PUBLIC_URL', 'ASSETS_BASE_URL', 'CONTACT_URL', 'PIXEL_URL', 'CDN_API_URL']
  const secrets = Object.keys(settingsSchema.shape).filter(
    (name) =>
      /KEY|SECRET|TOKEN$|PASSWORD|XPUB|_URL$|PAYPAL_.*_ID/.test(name) && !known.includes(name),
  )
  expect(secrets.map((name) => `${name}_FILE`).toSorted()).toEqual(secretFileSettings.toSorted())
})

it('every file that is of no use is named at once', () => {
  const none = join(folder, 'none')
  const given = Object.fromEntries(secretFileSettings.map((name) => [name, none]))
  for (const name of secretFileSettings) expect(() => loadConfig(given)).toThrow(name)
})

it.each(['HOST_FILE', 'CACHE_FILE', 'LOG_FILE', 'POSTGRES_PASSWORD_FILE', 'PORT_FILE'])(
  '%s of another program is not read',
  (name) => {
    const config = loadConfig({ [name]: join(folder, 'none') })
    expect(config).toMatchObject({ host: 'localhost', port: 3000, cache: true, warnings: [] })
  },
)

it('a misspelled name causes a warning', () => {
  expect(loadConfig({ DATABSE_URL_FILE: '/none' }).warnings).toEqual([
    'DATABSE_URL_FILE is not a setting. Did you mean DATABASE_URL_FILE?',
  ])
})
