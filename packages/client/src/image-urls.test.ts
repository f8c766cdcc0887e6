import { describe, expect, it } from 'vitest'
import { assetUrl, linkPreviewUrl, pictureUrlAt, pictureUrls } from './image-urls.ts'

const photograph = {
  src: '/media/ab-tote.webp',
  alt: '',
  width: 700,
  height: 875,
  color: '#f5f2ec',
}
const drawing = { ...photograph, src: '/media/placeholders/tote.svg' }

describe('the URL of a file', () => {
  it.each([
    [
      'stands as it is when it is a full URL',
      'https://cdn.example/a.webp',
      'https://b.example',
      'https://cdn.example/a.webp',
    ],
    ['stays on this site without a base', '/media/a.webp', '', '/media/a.webp'],
    ['gets the base', 'media/a.webp', 'https://b.example/', 'https://b.example/media/a.webp'],
  ])('%s', (_, path, base, address) => {
    expect(assetUrl(path, base)).toBe(address)
  })
})

describe('a picture', () => {
  it('has AVIF no wider than the original, and one WebP for browsers without', () => {
    expect(pictureUrls(photograph, '')).toEqual({
      src: '/media/ab-tote-640.webp',
      srcSet:
        '/media/ab-tote-160.avif 160w, /media/ab-tote-320.avif 320w, /media/ab-tote-400.avif 400w, /media/ab-tote-480.avif 480w, /media/ab-tote-640.avif 640w',
    })
  })

  it('has one URL if it is a drawing', () => {
    expect(pictureUrls(drawing, 'https://b.example')).toEqual({
      src: 'https://b.example/media/placeholders/tote.svg',
    })
  })

  it.each([
    [410, '/media/ab-tote-480.webp'],
    [1200, '/media/ab-tote-640.webp'],
  ])('has a derivative at least %i pixels wide, or its widest', (width, address) => {
    expect(pictureUrlAt(photograph, width, '')).toBe(address)
  })

  it('is a JPEG in link previews, if it is no drawing', () => {
    expect(linkPreviewUrl(photograph, 'https://b.example')).toBe(
      'https://b.example/media/ab-tote-1200.jpeg',
    )
    expect(linkPreviewUrl({ ...photograph, src: 'https://a.example/tote.webp' }, '')).toBe(
      'https://a.example/tote.webp',
    )
    expect(linkPreviewUrl(drawing, '')).toBeNull()
  })
})
