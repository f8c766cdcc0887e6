import pino from 'pino'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { openServices } from '../../../platform/services/services.ts'
import { openUsdt } from './usdt-provider.ts'

const settings = {
  extendedPublicKey:
    'xpub6C7mk13tB7X64uaXFfimQ5Mhm7q1ugLEyJAx9Lwnuos7hVvuHy5tYineguFtA37tUdzp9ymgnLPtNhasExW1qXSisHCQLPtTD1r7abrQtgd',
  chainId: 1,
  rpcUrl: 'https://rpc.example.com',
  tokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  confirmations: 12,
}
// Never connected to.
const ctx = {
  db: openDatabase({ url: 'postgresql://nowhere' }),
  clock: { now: () => new Date() },
  services: openServices(pino({ level: 'silent' })),
}
const open = (changes: Partial<typeof settings>) => () =>
  openUsdt(ctx, { ...settings, ...changes }, 'https://shop.example')

it('accepts valid settings', () => {
  expect(open({})).not.toThrow()
})

it.each([
  [
    { extendedPublicKey: settings.extendedPublicKey.replace('FfimQ', 'FfinQ') },
    'USDT_XPUB is mistyped: its checksum is wrong.',
  ],
  [
    { tokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831eC7' },
    'USDT_TOKEN_ADDRESS is mistyped: its capitals are not its checksum.',
  ],
])('rejects %o, which would lose payments', (changes, sentence) => {
  expect(open(changes)).toThrow(sentence)
})
