import { type Endpoint, errorEnvelope } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import { apiPrefix, type EndpointName, outsideSession } from '@solvane/contract/paths'
import { actsAs, type StaffRole, staffRoles } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockVariants, type TestVariant } from '../product-factory.ts'
import { guest, makeFormerTokens, makeStaff, type SignedUp, signUp } from '../sign-up.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import {
  type CallerInput,
  everythingOf,
  guestIdsToTry,
  type Isolation,
  isolation,
  makeOwner,
  type Owner,
} from './access-table.ts'

let shop: TestShop
let owner: Owner
let other: TestVariant
let staff: Record<StaffRole, SignedUp>
/** Tokens that were valid once, by the state of their accounts and sessions. */
let former: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop()
  const [variant, ...rest] = await stockVariants(shop, 2, 1_000)
  owner = await makeOwner(shop, variant)
  other = rest[0] ?? variant
  staff = await makeStaff(shop)
  former = await makeFormerTokens(shop, staff.OWNER)
  // On a busy machine the tests outlast a confirmation of staff.
  shop.setTime(new Date())
})
afterAll(() => shop.close())

const every = Object.values(endpoints) as Endpoint[]

async function send(
  call: Endpoint,
  { params = {}, query = {}, body }: CallerInput,
  headers: Record<string, string>,
) {
  return shop.app.inject({
    method: call.method,
    url: apiPrefix + call.path.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? 'x'),
    query,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
}

/** The endpoints for support: conversations, and notes for colleagues. */
const mayBeChangedBySupport: EndpointName[] = [
  'addStaffPasskey',
  'beginPasskeyConfirmation',
  'beginStaffPasskey',
  'beginTotp',
  'confirmAction',
  'enableTotp',
  'removeStaffPasskey',
  'removeTotp',
  'renewRecoveryCodes',
  'addOrderNote',
  'assignConversation',
  'closeConversation',
  'createCannedReply',
  'deleteCannedReply',
  'makeAdviserSelection',
  'makeSelectionForCaller',
  'makeGiftLink',
  'releaseConversation',
  'reopenConversation',
  'sendAdviserSelection',
  'sendOrderEmail',
  'setOfficeHours',
  'takeBackAdviserSelection',
  'takeConversation',
  'updateCannedReply',
]
const forOwners: EndpointName[] = [
  'listAuditEntries',
  'listStaff',
  'changeStaffRole',
  'inviteStaff',
  'removeStaff',
  'sendInvitation',
]

const inputFor = ({ name }: Endpoint): CallerInput => isolation[name].input?.(owner) ?? {}

test('every endpoint of the contract is in the table, and is served', () => {
  expect(Object.keys(isolation).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const { name, method, path } of every) {
    const url = apiPrefix + path.replace(/\{(\w+)\}/g, ':$1')
    expect(shop.app.hasRoute({ method, url }), name).toBe(true)
  }
})

test('every route under /api is an endpoint of the contract', () => {
  const { paths = {} } = shop.app.swagger() as { paths?: Record<string, object> }
  const served = Object.entries(paths)
    .filter(([path]) => path.startsWith(apiPrefix))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(apiPrefix, '')}`,
      ),
    )
  expect(served.toSorted()).toEqual(every.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('the endpoints for support, and those for owners only, are known', () => {
  const named = (least: StaffRole, changes: boolean) =>
    every
      .filter(({ staff, method }) => staff === least && (method !== 'GET') === changes)
      .map(({ name }) => name)
      .toSorted()
  expect(named('SUPPORT', true)).toEqual(mayBeChangedBySupport.toSorted())
  expect([...named('OWNER', false), ...named('OWNER', true)]).toEqual(forOwners)
})

/** The owner's view of the records: no request of others changes it, until those of staff. */
let seenByOwner: Awaited<ReturnType<typeof everythingOf>>
beforeAll(async () => {
  seenByOwner = await everythingOf(shop, owner)
})

// Before the requests of staff, some of which change the owner's records.
test.each(every)('$name protects a shopper’s records from others', async (call) => {
  const { name, access } = call
  const expected: Isolation = isolation[name]
  const admin = await signUp(shop, { role: 'ADMIN' })
  const user = await signUp(shop)
  const guests = (await guestIdsToTry(shop, owner)).map((id) => ({
    headers: guest(id).headers,
    status: expected.guest,
  }))
  const strangers = [
    ...guests,
    { headers: { ...user.headers, ...guest().headers }, status: expected.user },
    { headers: admin.headers, status: expected.admin ?? expected.user },
  ]
  const input = inputFor(call)
  for (const { headers, status } of strangers) {
    // With a cart of their own, because the owner of the line must count.
    await shop.call('addCartItem', { headers, body: { variantId: other.id } })
    const named = { ...input, query: { ...input.query, userId: owner.userId, user: owner.email } }
    const answer = await send(call, named, headers)
    expect(answer.statusCode, answer.body).toBe(status)
    const said = JSON.stringify(input)
    const isRead = status === 200 && expected.isForStaffToRead === true
    for (const secret of owner.secrets)
      if (!said.includes(secret) && !isRead) expect(answer.body).not.toContain(secret)
    if (access !== 'public') expect(answer.headers['cache-control']).toMatch(/no-store/)
  }
  expect(await everythingOf(shop, owner)).toEqual(seenByOwner)
})

/** Accounts whose requests are all rejected, and change nothing. */
let rejected: Record<Role, SignedUp>
let seenByRejected: Awaited<ReturnType<typeof seenByBoth>>
const seenByBoth = async () => [
  await everythingOf(shop, rejected.USER),
  await everythingOf(shop, rejected.ADMIN),
]
beforeAll(async () => {
  rejected = { USER: await signUp(shop), ADMIN: await signUp(shop, { role: 'ADMIN' }) }
  seenByRejected = await seenByBoth()
})

describe.each(every)('$name', (call) => {
  const { name, access } = call

  test('requires its access', async () => {
    for (const headers of [{}, guest().headers] as Record<string, string>[]) {
      const answer = await send(call, {}, headers)
      if (access === 'public') expect([401, 403]).not.toContain(answer.statusCode)
      else expect(answer.statusCode).toBe(401)
    }
    const none = { nonsense: 'x.y.z', nothing: '', 'a refresh token': owner.refreshToken }
    for (const [title, token] of Object.entries({ ...none, ...former })) {
      const answer = await send(call, {}, { authorization: `Bearer ${token}` })
      if (outsideSession.has(name)) expect([401, 403]).not.toContain(answer.statusCode)
      else expect(answer.statusCode, title).toBe(401)
      // Signing in by a passkey begins without any input.
      if (name !== 'beginPasskeySignIn') errorEnvelope.parse(answer.json())
    }
    const basic = await send(call, {}, { authorization: 'Basic YTpi' })
    expect([401, 403].includes(basic.statusCode)).toBe(!outsideSession.has(name))
    if (access !== 'admin') return
    const answer = await send(call, {}, rejected.USER.headers)
    expect(answer.statusCode).toBe(403)
  })

  test('rejects fields that the contract does not declare', async () => {
    if (!call.body) return
    const { headers } = rejected[access === 'admin' ? 'ADMIN' : 'USER']
    const { body, ...input } = inputFor(call)
    const foreign = {
      userId: owner.userId,
      user_id: owner.userId,
      role: 'ADMIN',
      id: owner.userId,
      sessionId: 'x',
      guestId: guest().id,
      priceCents: 1,
      isAdmin: true,
    }
    for (const [field, value] of Object.entries(foreign)) {
      const answer = await send(
        call,
        { ...input, body: { ...(body as object), [field]: value } },
        headers,
      )
      expect(answer.statusCode, field).toBe(400)
      expect(answer.json().code).toBe('BAD_REQUEST')
    }
  })

  test('allows staff their own endpoints', async () => {
    if (access !== 'admin') return
    for (const role of staffRoles) {
      const answer = await send(call, inputFor(call), staff[role].headers)
      if (actsAs(role, call.staff ?? 'MANAGER'))
        expect([401, 403], role).not.toContain(answer.statusCode)
      else expect(answer.statusCode, role).toBe(403)
    }
  })

  test('answers no page of another site, and nothing may be cached by the browser', async () => {
    const origin = 'https://elsewhere.example'
    const { headers } = await send(call, inputFor(call), { origin })
    expect(
      Object.keys(headers).filter((name) => /^(access-control-|set-cookie)/.test(name)),
    ).toEqual([])
    expect(headers['x-content-type-options']).toBe('nosniff')
    const asked = {
      origin,
      'access-control-request-method': call.method,
      'access-control-request-headers': 'authorization',
    }
    const preflight = await send({ ...call, method: 'OPTIONS' as 'GET' }, inputFor(call), asked)
    expect(preflight.statusCode).toBe(404)
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

test('rejected requests changed nothing', async () => {
  expect(await seenByBoth()).toEqual(seenByRejected)
})
