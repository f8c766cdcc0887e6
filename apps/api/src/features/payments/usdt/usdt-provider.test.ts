import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { openServices } from '../../../platform/services/services.ts'
import {
  deriveAddress,
  isAddress,
  isExtendedPublicKey,
  openUsdt,
  withChecksum,
} from './usdt-provider.ts'

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

/** Account m/44'/60'/0' of the mnemonic "test test test test test test test test test test test junk". */
const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

describe('an address of the shop', () => {
  // The accounts that every Ethereum development tool shows for that mnemonic.
  it.each([
    [0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    [2, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  ])('number %i equals the one in wallets', (index, address) => {
    expect(deriveAddress(xpub, index)).toBe(address)
  })

  it('differs for every number', () => {
    const addresses = Array.from({ length: 100 }, (_, index) => deriveAddress(xpub, index))
    expect(new Set(addresses).size).toBe(100)
  })
})

describe('an extended public key', () => {
  it('is distinguished from a mistyped one, and from a private one', () => {
    expect(isExtendedPublicKey(xpub)).toBe(true)
    expect(isExtendedPublicKey(xpub.replace('Ce9N', 'Ce9M'))).toBe(false)
    expect(isExtendedPublicKey('xpub')).toBe(false)
    const xprv =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
    expect(isExtendedPublicKey(xprv)).toBe(false)
  })
})

describe('a written address', () => {
  const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  it('is distinguished from a mistyped one by its capitals', () => {
    expect(isAddress(address)).toBe(true)
    expect(isAddress(address.toLowerCase())).toBe(true)
    expect(isAddress(address.replace('8D2e', '8D3e'))).toBe(false)
    expect(isAddress(address.slice(0, -1))).toBe(false)
    expect(isAddress(address.slice(2))).toBe(false)
    expect(isAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(false)
    expect(isAddress(address.replace('0x', '0X'))).toBe(false)
    expect(withChecksum(address.toLowerCase())).toBe(address)
  })
})
