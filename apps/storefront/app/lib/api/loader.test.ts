import { ApiError, networkFailure } from '@solvane/client/api'
import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { isUnknown, overNetwork } from './loader.ts'

it('reports a network failure when a page’s code does not load', async () => {
  const router = createMemoryRouter(
    [
      { path: '/', element: null, ErrorBoundary: () => null },
      {
        path: '/faq',
        ErrorBoundary: () => null,
        lazy: () =>
          overNetwork(() =>
            Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
          ),
      },
    ],
    { initialEntries: ['/'] },
  )
  await router.navigate('/faq')
  const [failure] = Object.values(router.state.errors ?? {})
  expect(failure).toMatchObject({ status: 503, data: { message: networkFailure.chinese } })
  router.dispose()
})

it.each([
  [404, true],
  [400, true],
  [500, false],
  [0, false],
])('treats status %i as unknown: %s', (status, isSo) => {
  expect(isUnknown(new ApiError(status, ''))).toBe(isSo)
})
