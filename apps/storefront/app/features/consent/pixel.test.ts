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
