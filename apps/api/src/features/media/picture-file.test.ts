import { expect, test } from 'vitest'
import { pictureFile } from './picture-addresses.ts'

test.each([
  ['tote/black-hero.0123abcd.webp', 'tote/black-hero', null, 'webp'],
  ['tote/black.0123abcd-640.avif', 'tote/black', 640, 'avif'],
  ['banner.0123abcd-3200.webp', 'banner', 3200, 'webp'],
  [
    'turns/tote-suede/black-steel/07.0123abcd-800.webp',
    'turns/tote-suede/black-steel/07',
    800,
    'webp',
  ],
])('parses %s', (file, master, width, format) => {
  expect(pictureFile(file)).toEqual({ master, hash: '0123abcd', width, format })
})

test.each([
  '../secret.0123abcd.webp',
  'tote/../../secret.0123abcd.webp',
  'a/b/c.0123abcd.webp',
  'a/b/c/d.0123abcd.webp',
  'turns/a/b/c/d.0123abcd.webp',
  'turns/a/../c.0123abcd.webp',
  '/tote/black.0123abcd.webp',
  'tote/black.webp',
  'tote/black.0123abcd.avif',
  'tote/black.0123abcd.png',
  'tote/black.0123abcd.svg',
  'tote/black.0123abcd-641.avif',
  'Tote/black.0123abcd-640.avif',
  '',
])('rejects %j', (file) => {
  expect(pictureFile(file)).toBeUndefined()
})
