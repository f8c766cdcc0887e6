import { describe, expect, it } from 'vitest'
import { isOfBackOffice, returnPathOf, safeReturnPath, signInPath } from './return-path.ts'

describe('the path to return to after sign-in', () => {
  it.each([
    ['/cart'],
    ['/profile/account?from=menu'],
    ['/product/calvi-tote?color=Ink#details'],
    ['/'],
  ])('may be %s', (path) => expect(safeReturnPath(path)).toBe(path))

  it.each([
    ['another site', 'https://evil.example/cart'],
    ['another site without a scheme', '//evil.example'],
    ['one behind a backslash, which browsers read as a slash', '/\\evil.example'],
    ['one behind a tab, which browsers drop', '/\t/evil.example'],
    ['one behind dots', '/.//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a path that hangs on where one is', 'cart'],
    ['nothing', ''],
    ['the sign-in screen itself', '/login?again=1'],
    ['what is no text', { path: '/cart' }],
    ['what is not there', undefined],
  ])('is not %s', (_, value) => expect(safeReturnPath(value)).toBeNull())

  it('is the account page by default', () => {
    expect(returnPathOf(null, '')).toBe('/profile')
    expect(returnPathOf({ returnTo: '//evil.example' }, '')).toBe('/profile')
    expect(returnPathOf({ returnTo: '/cart' }, '')).toBe('/cart')
  })

  it('may be in the URL, for page loads', () => {
    const { search } = new URL(signInPath('/admin/orders?page=2'), 'http://shop.invalid')
    expect(returnPathOf(null, search)).toBe('/admin/orders?page=2')
    expect(returnPathOf(null, '?returnTo=//evil.example')).toBe('/profile')
  })

  it.each([
    ['/admin', true],
    ['/admin/orders?page=2', true],
    ['/admin?page=2', true],
    ['/administration', false],
    ['/profile/admin', false],
  ])('%s belongs to the back office: %s', (path, isOurs) => {
    expect(isOfBackOffice(path)).toBe(isOurs)
  })
})
