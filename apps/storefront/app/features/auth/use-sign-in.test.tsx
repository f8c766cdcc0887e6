import { type Api, ApiError } from '@solvane/client/api'
import { currentSessionId, endSession } from '@solvane/client/tokens'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProvider } from '../../lib/api/api-provider.tsx'
import { browserQueryClient } from '../../lib/api/query-client.tsx'
import { profileQuery } from '../../lib/session/session-profile.ts'
import { personalKey } from '../../lib/session/use-session.ts'
import { useStartSession } from './use-sign-in.ts'

const guestCartId = '6c84fb90-12c4-41e1-840d-725eee7b3ac5'
const claims = Buffer.from(JSON.stringify({ sub: 'shopper', sid: 'session' })).toString('base64url')
const tokens = { accessToken: `h.${claims}.s`, refreshToken: 'refresh' }
const kept = new Map<string, string>()
const call = vi.fn()

beforeEach(() => {
  kept.clear()
  kept.set('guestCartId', guestCartId)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  call.mockReset()
  call.mockImplementation(async (name: string) =>
    name === 'getProfile' ? { data: { profile: { email: 'ada@example.com' } } } : { data: null },
  )
})
afterEach(() => {
  endSession()
  browserQueryClient().clear()
  vi.unstubAllGlobals()
})

/** Signs in as the forms do; the hook has no other output than this function. */
async function signIn() {
  const api = { call } as unknown as Api
  const client = browserQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  let start: ReturnType<typeof useStartSession> = async () => {}
  function Probe() {
    start = useStartSession()
    return null
  }
  renderToStaticMarkup(
    <ApiProvider api={api}>
      <Probe />
    </ApiProvider>,
  )
  await start(tokens)
  return { api, client }
}

it('stores the tokens, loads the profile and merges the guest’s cart', async () => {
  call.mockImplementation(async (name: string) => {
    if (name === 'getProfile') return { data: { profile: { email: 'ada@example.com' } } }
    // A cart that was loaded before the merge.
    browserQueryClient().setQueryData(personalKey(currentSessionId(), 'cart'), { items: [] })
    return { data: null }
  })
  const { api, client } = await signIn()
  const session = currentSessionId()
  expect(session).not.toBeNull()
  expect(client.getQueryData(profileQuery(api, session).queryKey)).toMatchObject({
    email: 'ada@example.com',
  })
  expect(call.mock.calls.map(([name]) => name).toSorted()).toEqual(['getProfile', 'mergeCart'])
  expect(kept.has('guestCartId')).toBe(false)
  expect(client.getQueryState(personalKey(session, 'cart'))?.isInvalidated).toBe(true)
})

it('starts the session and keeps the guest’s cart when the merge fails', async () => {
  call.mockImplementation(async (name: string) => {
    if (name === 'mergeCart') throw new ApiError(500, 'Broken.')
    return { data: { profile: {} } }
  })
  await signIn()
  expect(currentSessionId()).not.toBeNull()
  expect(kept.get('guestCartId')).toBe(guestCartId)
})

it('starts the session when the profile does not load', async () => {
  call.mockImplementation(async (name: string) => {
    if (name === 'getProfile') throw new ApiError(0, 'Lost.')
    return { data: null }
  })
  await signIn()
  expect(currentSessionId()).not.toBeNull()
  expect(kept.has('guestCartId')).toBe(false)
})
