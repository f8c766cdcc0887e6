import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartupError } from '../process/lifecycle.ts'
import { loadConfig } from './config.ts'

function mistakesOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof StartupError) return error.message.split('\n')
    throw error
  }
  return []
}

const usdt = {
  USDT_XPUB:
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  USDT_RPC_URL: 'https://rpc.example.com/key',
}

const s3 = {
  S3_BUCKET: 'shop-media',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'not-so-secret',
}

describe('settings', () => {
  it('are those of the demo store on port 3000 by default', () => {
    const config = loadConfig({ PATH: '/bin', HOME: '/home/someone' })
    expect(config).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      cache: true,
      preparesPictures: true,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
  })

  it('count as unset if they are empty', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000)
  })

  it('name the encryption of the database connection in the driver’s terms', () => {
    const urlOf = (query: string) =>
      loadConfig({ DATABASE_URL: `postgres://u@db/shop${query}` }).databaseUrl
    expect(urlOf('?sslmode=require')).toBe('postgres://u@db/shop?sslmode=verify-full')
    expect(urlOf('?sslmode=no-verify')).toBe('postgres://u@db/shop?sslmode=no-verify')
    const compatible = '?uselibpqcompat=true&sslmode=require'
    expect(urlOf(compatible)).toBe(`postgres://u@db/shop${compatible}`)
  })

  it('trust proxies by address and by range', () => {
    expect(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1/128,192.0.2.1' }).trustedProxies).toEqual(
      ['10.0.0.0/8', '::1/128', '192.0.2.1'],
    )
  })

  it('may name several hosts of the database, and looks for a standby to read from', () => {
    const hosts = 'postgres://u:a-secret@a:5432,b:5433/x'
    const settings = { DATABASE_URL: `${hosts}?target_session_attrs=read-write` }
    expect(loadConfig({ ...settings, DATABASE_REPLICA_URL: hosts })).toMatchObject({
      databaseUrl: settings.DATABASE_URL,
      databaseReplicaUrl: `${hosts}?target_session_attrs=prefer-standby`,
      databasePool: 10,
    })
  })

  it('lose the trailing slash of a URL', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://solvane.example/' }).publicUrl).toBe(
      'https://solvane.example',
    )
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535.'],
    [
      { HOST: 'my host' },
      'HOST must be a host name or an IP address, such as localhost or 0.0.0.0.',
    ],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      'DATABASE_URL must be a PostgreSQL address such as postgresql://user:password@host:5432/solvane.',
    ],
    [
      { DATABASE_URL: 'postgres://u@a:5432,b:nope/x' },
      'DATABASE_URL must be a PostgreSQL address such as postgresql://user:password@host:5432/solvane.',
    ],
    [
      { DATABASE_URL: 'postgres://u@a,b/x?target_session_attrs=standby' },
      'DATABASE_URL is written to: its target_session_attrs must be read-write, or absent.',
    ],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a whole number of connections from 1 to 999.'],
    [
      { DATABASE_REPLICA_URL: 'postgres://u@replica/x' },
      'DATABASE_URL must be set with DATABASE_REPLICA_URL.',
    ],
    [
      { PUBLIC_URL: 'https://solvane.example/shop' },
      'PUBLIC_URL must be without a path: the shop is a whole site.',
    ],
    [
      { PUBLIC_URL: 'solvane.example' },
      'PUBLIC_URL must be a web address such as https://shop.example.com.',
    ],
    [
      { CONTACT_URL: 'javascript:alert(1)' },
      'CONTACT_URL must be a web address such as https://shop.example.com.',
    ],
    [
      { ASSETS_BASE_URL: 'cdn' },
      'ASSETS_BASE_URL must be a web address or a path that begins with /.',
    ],
    [
      { PIXEL_ID: '<script>' },
      'PIXEL_ID must be the id of an advertising pixel, such as 1234567890123456.',
    ],
    [
      { ORDER_HOLD_MINUTES: '0' },
      'ORDER_HOLD_MINUTES must be a whole number of minutes from 1 to 99999.',
    ],
    [
      { ORDER_HOLD_MINUTES: '1.5' },
      'ORDER_HOLD_MINUTES must be a whole number of minutes from 1 to 99999.',
    ],
    [{ RATE_LIMIT_MULTIPLIER: '0' }, 'RATE_LIMIT_MULTIPLIER must be a number above 0.'],
    [{ RATE_LIMIT_MULTIPLIER: 'many' }, 'RATE_LIMIT_MULTIPLIER must be a number above 0.'],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL must be a mail server such as smtps://user:password@mail.example.com, or outbox to send nothing.',
    ],
    [{ MAIL_FROM: 'the shop' }, 'MAIL_FROM must be an e-mail address such as shop@example.com.'],
    [
      { ADMIN_EMAIL: 'me', ADMIN_PASSWORD: 'a long one indeed' },
      'ADMIN_EMAIL must be an e-mail address such as you@example.com.',
    ],
    [
      { ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'short' },
      'ADMIN_PASSWORD must have at least 12 characters.',
    ],
    [{ ADMIN_EMAIL: 'me@example.com' }, 'ADMIN_PASSWORD must be set with ADMIN_EMAIL.'],
    [{ ADMIN_PASSWORD: 'a long one indeed' }, 'ADMIN_EMAIL must be set with ADMIN_PASSWORD.'],
    [
      { STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY must be a secret key of Stripe, such as sk_live_51H8xY2eZ.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'secret' },
      'STRIPE_WEBHOOK_SECRET must be the signing secret of a Stripe webhook, such as whsec_9Hb2k.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY.',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET.',
    ],
    [
      { PAYPAL_CLIENT_ID: 'A'.repeat(80), PAYPAL_CLIENT_SECRET: 'E'.repeat(80) },
      'PAYPAL_WEBHOOK_ID must be set with PAYPAL_CLIENT_ID.',
    ],
    [{ PAYPAL_CLIENT_ID: 'me' }, 'PAYPAL_CLIENT_ID must be the client id of a PayPal app.'],
    [{ PAYPAL_ENVIRONMENT: 'test' }, 'PAYPAL_ENVIRONMENT must be live or sandbox.'],
    [{ ROLE: 'both' }, 'ROLE must be all, web, worker or migrate.'],
    [{ ROLE: 'worker' }, 'DATABASE_URL must be set when ROLE is worker: processes share it.'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/64' },
      'TRUSTED_PROXIES must be a list of addresses such as 10.0.0.0/8, 192.0.2.1 or loopback.',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/0' },
      'TRUSTED_PROXIES must be a list of addresses such as 10.0.0.0/8, 192.0.2.1 or loopback.',
    ],
    [
      { TRUSTED_PROXIES: '::1/200' },
      'TRUSTED_PROXIES must be a list of addresses such as 10.0.0.0/8, 192.0.2.1 or loopback.',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, yes' },
      'TRUSTED_PROXIES must be a list of addresses such as 10.0.0.0/8, 192.0.2.1 or loopback.',
    ],
    [
      { ...usdt, USDT_XPUB: 'xprv123' },
      'USDT_XPUB must be an extended public key, beginning with xpub.',
    ],
    [
      { ...usdt, USDT_RPC_URL: 'node' },
      'USDT_RPC_URL must be the address of a JSON-RPC node, such as https://rpc.example.com/key.',
    ],
    [
      { ...usdt, USDT_TOKEN_ADDRESS: '0x12' },
      'USDT_TOKEN_ADDRESS must be the address of a contract, such as 0xdAC17F958D2ee523a2206206994597C13D831ec7.',
    ],
    [
      { ...usdt, USDT_CONFIRMATIONS: '0' },
      'USDT_CONFIRMATIONS must be a whole number from 1 to 1000.',
    ],
    [{ USDT_XPUB: usdt.USDT_XPUB }, 'USDT_RPC_URL must be set with USDT_XPUB.'],
    [
      { ...s3, S3_BUCKET: 'My Bucket' },
      'S3_BUCKET must be the name of a bucket, such as shop-media.',
    ],
    [{ ...s3, S3_REGION: 'Paris' }, 'S3_REGION must be a region, such as eu-west-1.'],
    [
      { ...s3, S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT must be the address of a server that speaks S3, such as https://s3.example.com.',
    ],
    [{ ...s3, S3_REGION: '' }, 'S3_REGION must be set with S3_BUCKET.'],
    [
      { ...s3, S3_SECRET_ACCESS_KEY: '' },
      'S3_SECRET_ACCESS_KEY must be set with S3_ACCESS_KEY_ID.',
    ],
    [{ USDT_RPC_URL: usdt.USDT_RPC_URL }, 'USDT_XPUB must be set with USDT_RPC_URL.'],
    [
      { ...usdt, USDT_CHAIN_ID: '56' },
      'USDT_TOKEN_ADDRESS must be set when USDT_CHAIN_ID is not 1.',
    ],
    [{ CACHE: 'true' }, 'CACHE must be on or off.'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, or unset.'],
  ])('%o is rejected with one sentence', (environment, sentence) => {
    expect(mistakesOf(environment)).toEqual([sentence])
  })

  it('are USDT on Ethereum after twelve confirmations by default', () => {
    expect(loadConfig({}).payments.usdt).toBeNull()
    expect(loadConfig(usdt).payments.usdt).toEqual({
      extendedPublicKey: usdt.USDT_XPUB,
      rpcUrl: usdt.USDT_RPC_URL,
      chainId: 1,
      tokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      confirmations: 12,
    })
  })

  it('are all checked at once', () => {
    expect(mistakesOf({ PORT: 'abc', CACHE: 'yes', ROLE: 'x' })).toHaveLength(3)
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['POTR', 'PORT'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['RATE_LIMIT_MULTIPLER', 'RATE_LIMIT_MULTIPLIER'],
  ])('a probable misspelling such as %s causes a warning: %s', (found, meant) => {
    expect(loadConfig({ [found]: '1' }).warnings).toEqual([
      `${found} is not a setting. Did you mean ${meant}?`,
    ])
  })

  it.each([
    'HOSTNAME',
    'PWD',
    'HOME',
    'PATH',
    'LOGNAME',
    'DATABASE_PASSWORD',
    'PAGER',
    'npm_config_cache',
    'SHOP_URL',
    'ADMIN_EMAILS_FROM',
    'PG_URL',
  ])('%s of another program causes no warning', (name) => {
    expect(loadConfig({ [name]: 'x' }).warnings).toEqual([])
  })

  it.each([
    ['unset', {}, false, 'demo'],
    ['development', { NODE_ENV: 'development' }, false, 'demo'],
    ['test', { NODE_ENV: 'test' }, false, 'demo'],
    ['unset, in `npm run dev`', {}, true, 'development'],
    ['test, in `npm run dev`', { NODE_ENV: 'test' }, true, 'development'],
  ])('do not depend on NODE_ENV for development: %s', (_title, environment, development, mode) => {
    expect(loadConfig(environment, { development }).mode).toBe(mode)
  })

  it('describe the API to everyone except in production, by default', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://a.example',
      CONTACT_URL: 'https://b.example',
      SMTP_URL: 'outbox',
      DATABASE_URL: 'postgres://shop:a-long-secret@db/solvane',
    }
    expect(loadConfig({}).apiDocs).toBe(true)
    expect(loadConfig({ API_DOCS: 'off' }).apiDocs).toBe(false)
    expect(loadConfig(production).apiDocs).toBe(false)
    expect(loadConfig({ ...production, API_DOCS: 'on' }).apiDocs).toBe(true)
    expect(loadConfig(production).preparesPictures).toBe(false)
  })

  it('must be explicit in production', () => {
    expect(mistakesOf({ NODE_ENV: 'production' })).toEqual([
      'PUBLIC_URL must be set in production: the address shoppers see.',
      'CONTACT_URL must be set in production: the demo store cannot be written to.',
      'SMTP_URL must be set in production: who forgets a password is written to. Set it to outbox to send nothing.',
      'DATABASE_URL must be set in production: a PostgreSQL server, 15 or newer.',
    ])
    const real = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://a.example',
      CONTACT_URL: 'https://b.example',
      SMTP_URL: 'smtps://shop:secret@mail.example',
      DATABASE_URL: 'postgres://shop:a-long-secret@db/solvane',
    }
    expect(loadConfig(real)).toMatchObject({
      mode: 'production',
      mail: { smtpUrl: real.SMTP_URL, from: 'hello@a.example' },
    })
    expect(loadConfig(real, { development: true }).mode).toBe('production')
    expect(loadConfig({ ...real, SMTP_URL: 'outbox' }).mail.smtpUrl).toBeUndefined()
    expect(
      mistakesOf({ ...real, ADMIN_EMAIL: 'me@a.example', ADMIN_PASSWORD: 'admin-demo-2026' }),
    ).toEqual(['ADMIN_PASSWORD is a well-known password, which production rejects: change it.'])
    expect(
      mistakesOf({ ...real, DATABASE_URL: 'postgres://postgres:postgres@db/solvane' }),
    ).toEqual(['DATABASE_URL has a well-known password, which production rejects: change it.'])
  })
})
