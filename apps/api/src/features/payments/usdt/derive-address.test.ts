import { describe, expect, it } from 'vitest'
import { deriveAddress, isAddress, isExtendedPublicKey, withChecksum } from './derive-address.ts'

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
