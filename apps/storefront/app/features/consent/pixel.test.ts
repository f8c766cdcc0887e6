import { expect, it } from 'vitest'
import { pixelAddress } from './pixel.ts'

it('sends the event, its id and the page without query and fragment', () => {
  const address = new URL(
    pixelAddress(
      { id: '42', url: 'https://pixel.example/tr' },
      { name: 'Search', data: { search_string: 'silk & linen' } },
      new URL('https://solvane.example/verify-email?x=1#token=secret'),
      'event-1',
    ),
  )
  expect(address.origin + address.pathname).toBe('https://pixel.example/tr')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    id: '42',
    ev: 'Search',
    eid: 'event-1',
    dl: 'https://solvane.example/verify-email',
    'cd[search_string]': 'silk & linen',
  })
})

it('sends no token of a selection', () => {
  const pixel = { id: '42', url: 'https://pixel.example/tr' }
  const page = new URL('https://solvane.example/s/5ec3e7005ec3e7005ec3e7005ec3e700')
  const address = pixelAddress(pixel, { name: 'PageView', data: {} }, page, 'event-1')
  expect(new URL(address).searchParams.get('dl')).toBe('https://solvane.example/s')
})
