import type { Endpoint } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventSchemas, leavesOf } from './contract-fields.ts'
import { rejectionOf } from './rejection.ts'
import { signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** The validator's own messages, which are for programmers. */
const validatorsOwn =
  /invalid|too (big|small)|unrecognized|expected|received|pattern|\bNaN\b|undefined|null|regex|discriminator/i
const sentence = /^\p{Lu}.{3,}/u

const parts: [string, z.ZodType][] = [
  ...(Object.values(endpoints) as Endpoint[]).flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${name}.${part}`, schema]] : [],
    ),
  ),
  ...Object.entries(eventSchemas).flatMap(([event, schema]): [string, z.ZodType][] =>
    schema ? [[event, schema]] : [],
  ),
]

const wrong: unknown[] = [
  undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.005, 1e21, 9_999_999_999, 1.5, true, 'text', '', ' ', '\u0000',
  'x'.repeat(100_000), '1900-01-01T00:00:00Z', '2026-02-31', [], ['', 1, null], Array.from({ length: 2_000 }, () => 'x'), {},
  { unknown: 1 }, { a: 1, b: 2, unheardOf: [] }, { '': '' }, { ['x'.repeat(500)]: 1 },
] // biome-ignore format: one list of values

function messagesOf(schema: z.core.$ZodType, value: unknown): string[] {
  const { error } = z.safeParse(schema, value)
  return error?.issues.map(({ message }) => message) ?? []
}

describe('an input error is a sentence', () => {
  test.each(parts)('of %s', (name, schema) => {
    const messages = [{ path: name, schema }, ...leavesOf(schema, name)].flatMap((leaf) =>
      wrong.flatMap((value) => messagesOf(leaf.schema, value)),
    )
    for (const message of new Set(messages)) {
      expect(message).toMatch(sentence)
      // The values to choose from are the contract's.
      expect(message.replaceAll(/\b[A-Z_]{2,}\b/g, '')).not.toMatch(validatorsOwn)
    }
  })

  test.each([
    ['nothing', z.string(), undefined, 'Please fill this in'],
    ['null for a number', z.number(), null, 'Please fill this in'],
    ['text for a number', z.number(), 'x', 'Please write a number'],
    ['half of a whole number', z.int(), 1.5, 'Please write a whole number'],
    ['a text that is too long', z.string().max(1_000), 'x'.repeat(1_001), 'Please use at most 1,000 characters'],
    ['a text that is too short', z.string().min(6), 'x', 'Please use at least 6 characters'],
    ['a list that is too long', z.array(z.string()).max(1), ['', ''], 'Please use at most 1 item'],
    ['a number that is too large', z.number().max(1_000), 1_001, 'Please write at most 1,000'],
    ['a number that is too small', z.number().positive(), 0, 'Please write more than 0'],
    ['a choice that is none', z.enum(['PUBLISHED', 'WITHDRAWN']), 'X', 'Please choose one of PUBLISHED or WITHDRAWN'],
    ['a format', z.email(), 'x', 'Please write an e-mail address'],
    ['a field that there is not', z.strictObject({}), { color: 1, size: 2 }, 'Please leave out color or size'],
    ['an alternative of the same type', z.string().max(2).or(z.literal('')), 'xxx', 'Please use at most 2 characters'],
    ['what a refinement does not explain', z.string().refine(() => false), 'x', 'Please check this'],
  ])('%s', (_title, schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message])
  }) // biome-ignore format: one case a line
})

describe('over HTTP', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())

  test('an empty price is answered with a sentence at its field', async () => {
    const { headers } = await signUp(shop, { role: 'ADMIN' })
    const rejection = await rejectionOf(
      shop.call('createProduct', { body: { variants: [{ price: null }] }, headers }),
    )
    expect(rejection).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(rejection.details?.fields).toContainEqual({
      field: 'variants.0.price',
      message: 'Please fill this in',
    })
  })

  test('text that cannot be stored is rejected', async () => {
    const { headers } = await signUp(shop, { role: 'ADMIN' })
    for (const q of ['\u0000', '\ud800']) {
      const rejection = await rejectionOf(shop.call('exportProducts', { body: { q }, headers }))
      expect(rejection).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  })

  test('a missing body, or one that is not an object, is reported without a field', async () => {
    const { headers } = await signUp(shop, { role: 'ADMIN' })
    for (const payload of [undefined, '[]', '"text"', 'null']) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/admin/coupons',
        headers: { ...headers, ...(payload && { 'content-type': 'application/json' }) },
        ...(payload && { payload }),
      })
      expect(answer.statusCode, payload).toBe(400)
      expect(answer.json(), payload).toEqual({
        success: false,
        requestId: expect.any(String),
        data: null,
        code: 'BAD_REQUEST',
        message: 'Please send the fields of this request in its body.',
      })
    }
  })

  test('an unknown field is reported for the whole input', async () => {
    const { headers } = await signUp(shop, { role: 'ADMIN' })
    const rejection = await rejectionOf(
      shop.call('createSynonym', { headers, body: { colour: 'red' } as never }),
    )
    expect(rejection).toMatchObject({ code: 'BAD_REQUEST', message: 'Please leave out colour' })
    const { fields } = rejection.details as { fields: { field: string }[] }
    expect(fields.map(({ field }) => field)).toEqual(['term', 'synonyms'])
  })
})
