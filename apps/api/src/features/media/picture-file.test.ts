import { expect, test } from 'vitest'
import { pictureFile } from './picture-file.ts'

test.each([
  [
    'tote/black-hero.0123abcd.webp',
    { master: 'tote/black-hero.webp', width: null, format: 'webp' },
  ],
  ['tote/black.0123abcd-640.avif', { master: 'tote/black.webp', width: 640, format: 'avif' }],
  ['banner.0123abcd-1600.webp', { master: 'banner.webp', width: 1600, format: 'webp' }],
])('reads %s', (file, expected) => {
  expect(pictureFile(file)).toEqual(expected)
})

test.each([
  '../secret.0123abcd.webp',
  'tote/../../secret.0123abcd.webp',
  'a/b/c.0123abcd.webp',
  '/tote/black.0123abcd.webp',
  'tote/black.webp',
  'tote/black.0123abcd.avif',
  'tote/black.0123abcd.png',
  'tote/black.0123abcd.svg',
  'tote/black.0123abcd-641.avif',
  'Tote/black.0123abcd-640.avif',
  '',
])('refuses %j', (file) => {
  expect(pictureFile(file)).toBeUndefined()
})
