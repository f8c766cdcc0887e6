import { describe, expect, it } from 'vitest'
import { pageKey } from './storefront-host.ts'

const known = new Set(['page', 'sort', 'color'])

describe('the key of a page', () => {
  it.each([
    ['is the path', '/product/ilaria', '/product/ilaria'],
    ['is the root', '/', '/'],
    ['drops unknown and empty parameters', '/?utm_source=x&page=&fbclid=1', '/'],
    [
      'sorts the known ones',
      '/filter/bags?sort=new&page=2&color=Ink',
      '/filter/bags?color=Ink&page=2&sort=new',
    ],
    ['keeps the order of repeated ones', '/a?color=b&color=a', '/a?color=b&color=a'],
    ['writes values in one way', '/a?color=Dark%20Rust', '/a?color=Dark+Rust'],
    ['survives broken escapes', '/a?color=%E0%A4%A', '/a?color=%EF%BF%BD%25A'],
  ])('%s', (_, target, key) => {
    expect(pageKey(target, known)).toEqual({ key })
  })

  it.each([
    ['a trailing slash', '/faq/?page=2', '/faq?page=2'],
    ['empty segments, so that it never leaves the site', '//evil.example/a', '/evil.example/a'],
    ['capitals', '/Product/ILARIA?color=Ink', '/product/ilaria?color=Ink'],
    ['backslashes, which browsers read as slashes', '/\\evil.example', '/evil.example'],
  ])('redirects %s', (_, target, moveTo) => {
    expect(pageKey(target, known)).toEqual({ moveTo })
  })
})
