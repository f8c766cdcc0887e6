import type { Tokens } from '@solvane/contract/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, createApi, networkFailure, type Transport } from './api.ts'
import { beginSession, currentSessionId, readTokens } from './tokens.ts'

/** One browser: storage and locks shared by its tabs. */
function openBrowser() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('navigator', { locks: oneAtATime() })
}

function oneAtATime() {
  let line: Promise<unknown> = Promise.resolve()
  let held = 0
  type Work = (lock: object | null) => Promise<unknown>
  return {
    request(_name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]) {
      const work = rest.length === 1 ? rest[0] : rest[1]
      if (rest.length === 2 && held > 0) return work(null)
      held += 1
      const turn = line.then(() => work({}))
      line = turn.then(
        () => (held -= 1),
        () => (held -= 1),
      )
      return turn
    },
  }
}

/** A server with its valid tokens, which records the requests it gets. */
function openServer(good: Tokens) {
  const server = { good, refreshes: 0, asked: [] as { name: string; headers: object }[] }
  const rejected = () => new ApiError(401, 'Please sign in.', 'UNAUTHENTICATED')
  const send: Transport = async (name, input, { headers = {} }) => {
    await Promise.resolve()
    server.asked.push({ name, headers })
    if (name === 'refresh') {
      const { refreshToken } = input.body as { refreshToken: string }
      if (refreshToken !== server.good.refreshToken) throw rejected()
      server.refreshes += 1
      server.good = next(server.good)
      return { success: true, data: server.good, message: '' }
    }
    if (headers.authorization && headers.authorization !== `Bearer ${server.good.accessToken}`) {
      throw rejected()
    }
    return { success: true, data: headers.authorization ?? 'a guest', message: '' }
  }
  return { server, send }
}

const next = (tokens: Tokens): Tokens => ({
  accessToken: `${tokens.accessToken}+`,
  refreshToken: `${tokens.refreshToken}+`,
})
const fresh: Tokens = { accessToken: 'access', refreshToken: 'refresh' }
const stale: Tokens = { accessToken: 'old access', refreshToken: 'refresh' }

/** A tab has its own instances of the modules. */
async function openTab(send: Transport) {
  vi.resetModules()
  const { sessionTransport: transportOfTab } = await import('./transport.ts')
  const { endSession } = await import('./tokens.ts')
  const onEnded = vi.fn<() => void>()
  return { api: createApi(transportOfTab(send, onEnded)), onEnded, endSession }
}

beforeEach(openBrowser)
afterEach(() => vi.unstubAllGlobals())

describe('requests with a session', () => {
  it('carry the bearer', async () => {
    const { send } = openServer(fresh)
    beginSession(fresh)
    const { api } = await openTab(send)
    expect((await api.call('getFaq', {})).data).toBe('Bearer access')
  })

  it('refresh the tokens once after a 401, and are repeated', async () => {
    const { server, send } = openServer(fresh)
    beginSession(stale)
    const id = currentSessionId()
    const { api, onEnded } = await openTab(send)
    expect((await api.call('getProfile', {})).data).toBe('Bearer access+')
    expect(readTokens()).toEqual(next(fresh))
    expect([server.refreshes, onEnded.mock.calls.length]).toEqual([1, 0])
    expect(currentSessionId()).toBe(id)
  })

  it('share one refresh when several get a 401', async () => {
    const { server, send } = openServer(fresh)
    beginSession(stale)
    const { api } = await openTab(send)
    await Promise.all(Array.from({ length: 8 }, () => api.call('getProfile', {})))
    expect(server.refreshes).toBe(1)
  })

  it('of two tabs refresh once: the second uses the first one’s tokens', async () => {
    const { server, send } = openServer(fresh)
    beginSession(stale)
    const tabs = [await openTab(send), await openTab(send)]
    const answers = await Promise.all(tabs.map(({ api }) => api.call('getProfile', {})))
    expect(answers.map(({ data }) => data)).toEqual(['Bearer access+', 'Bearer access+'])
    expect(server.refreshes).toBe(1)
    expect(tabs.flatMap(({ onEnded }) => onEnded.mock.calls)).toEqual([])
    expect(readTokens()).toEqual(next(fresh))
  })

  it('end the session and notify when the tokens cannot be refreshed', async () => {
    const { send } = openServer(fresh)
    beginSession({ accessToken: 'old access', refreshToken: 'old refresh' })
    const { api, onEnded } = await openTab(send)
    await expect(api.call('getProfile', {})).rejects.toMatchObject({ status: 401 })
    expect(readTokens()).toBeNull()
    expect(onEnded).toHaveBeenCalledOnce()
  })

  it('end the session after another 401 with refreshed tokens', async () => {
    const { send } = openServer(fresh)
    const neverGood: Transport = (name, input, options) =>
      name === 'refresh'
        ? send(name, input, options)
        : Promise.reject(new ApiError(401, 'Please sign in.', 'UNAUTHENTICATED'))
    beginSession(fresh)
    const { api, onEnded } = await openTab(neverGood)
    await expect(api.call('getProfile', {})).rejects.toMatchObject({ status: 401 })
    expect(readTokens()).toBeNull()
    expect(onEnded).toHaveBeenCalledOnce()
  })

  it('lead nowhere when a sign-out overtakes them', async () => {
    const late: Transport = async (name) => {
      if (name === 'getProfile') endSession({ isSignOut: true })
      throw new ApiError(401, 'Please sign in.', 'UNAUTHENTICATED')
    }
    beginSession(fresh)
    const { api, onEnded, endSession } = await openTab(late)
    await expect(api.call('getProfile', {})).rejects.toMatchObject({ status: 401 })
    expect(onEnded).not.toHaveBeenCalled()
    // A guest's next request may need the sign-in.
    await expect(api.call('listAddresses', {})).rejects.toMatchObject({ status: 401 })
    expect(onEnded).toHaveBeenCalledOnce()
  })

  it('keep the session when the network fails during the refresh', async () => {
    const { send } = openServer(fresh)
    const offline: Transport = (name, input, options) =>
      name === 'refresh'
        ? Promise.reject(new ApiError(0, networkFailure.chinese))
        : send(name, input, options)
    beginSession(stale)
    const { api, onEnded } = await openTab(offline)
    await expect(api.call('getProfile', {})).rejects.toMatchObject({ status: 0 })
    expect(readTokens()).toEqual(stale)
    expect(onEnded).not.toHaveBeenCalled()
  })

  it('keep a session that was started during the refresh', async () => {
    const { send } = openServer(fresh)
    const another: Tokens = { accessToken: 'another', refreshToken: 'another' }
    const slow: Transport = async (name, input, options) => {
      if (name === 'refresh') beginSession(another)
      if (options.headers?.authorization === 'Bearer another') return { data: 'another' }
      return send(name, input, options)
    }
    beginSession(stale)
    const { api } = await openTab(slow)
    expect((await api.call('getProfile', {})).data).toBe('another')
    expect(readTokens()).toEqual(another)
  })
})

describe('requests without a session', () => {
  it.each(['login', 'register', 'forgotPassword'] as const)(
    '%s carries no bearer and renews nothing',
    async (name) => {
      const { server, send } = openServer(fresh)
      beginSession(stale)
      const { api } = await openTab(send)
      await api.call(name, { body: {} as never })
      expect(server.asked).toEqual([{ name, headers: {} }])
    },
  )

  it('are rejected for a guest where sign-in is required', async () => {
    const reject: Transport = async () => {
      throw new ApiError(401, 'Please sign in.', 'UNAUTHENTICATED')
    }
    const { api, onEnded } = await openTab(reject)
    await expect(api.call('listAddresses', {})).rejects.toMatchObject({ status: 401 })
    expect(onEnded).toHaveBeenCalledOnce()
  })
})
