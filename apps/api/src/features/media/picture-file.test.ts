import { expect, test } from 'vitest'
import { pictureFile } from './picture-file.ts'

test.each([
  ['calvi-tote-3f2a.webp', { master: 'calvi-tote-3f2a.webp', width: null, format: 'webp' }],
  ['calvi-tote-3f2a-640.avif', { master: 'calvi-tote-3f2a.webp', width: 640, format: 'avif' }],
  ['calvi-tote-3f2a-1600.webp', { master: 'calvi-tote-3f2a.webp', width: 1600, format: 'webp' }],
  ['calvi-tote-999.webp', { master: 'calvi-tote-999.webp', width: null, format: 'webp' }],
])('reads %s', (file, expected) => {
  expect(pictureFile(file)).toEqual(expected)
})

test.each([
  '../secret.webp',
  '..%2fsecret.webp',
  'calvi-tote.png',
  'calvi-tote.svg',
  'calvi-tote-641.avif',
  'Calvi.webp',
  '-640.avif',
  '.webp',
  '',
])('refuses %j', (file) => {
  expect(pictureFile(file)).toBeUndefined()
})
