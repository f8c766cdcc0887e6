import type { Cart } from '@solvane/contract/cart'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStock, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { guest, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const variantCount = 3
const [guestIndex, ownerCount] = [2, 3]
const startingStock = 4

let shop: TestShop
let variants: TestVariant[]
/** Two shoppers and a guest; the guest's id stays the same, also after a merge. */
let headersOf: Record<string, string>[]
beforeAll(async () => {
  shop = await openTestShop()
  variants = await stockVariants(shop, variantCount, startingStock)
  const caller = guest()
  headersOf = [
    { ...(await signUp(shop)).headers, ...caller.headers },
    { ...(await signUp(shop)).headers, ...caller.headers },
    caller.headers,
  ]
})
afterAll(() => shop.close())

type Step =
  | { does: 'add' | 'set'; owner: number; variant: number; quantity: number }
  | { does: 'remove'; owner: number; variant: number }
  | { does: 'merge'; owner: number }
  | { does: 'stock'; variant: number; quantity: number }

const owner = fc.nat(ownerCount - 1)
const variant = fc.nat(variantCount - 1)
const quantity = fc.integer({ min: 1, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('add' as const), owner, variant, quantity }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('set' as const), owner, variant, quantity }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), owner, variant }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('merge' as const), owner: fc.nat(guestIndex - 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('stock' as const), variant, quantity: fc.nat(6) }),
  },
)
const steps = fc.array(step, { minLength: 3, maxLength: 14 })

/** The expected carts and stock, computed by plain arithmetic. */
interface Model {
  carts: Map<number, number>[]
  stock: number[]
}

/** Does a step in the model; returns whether the shop must accept it. */
function expectStep({ carts, stock }: Model, step: Step): boolean {
  if (step.does === 'stock') {
    stock[step.variant] = step.quantity
    return true
  }
  const cart = carts[step.owner] ?? new Map()
  if (step.does === 'merge') {
    for (const [variant, quantity] of carts[guestIndex] ?? [])
      cart.set(
        variant,
        Math.max(1, Math.min((cart.get(variant) ?? 0) + quantity, stock[variant] ?? 0)),
      )
    carts[guestIndex]?.clear()
    return true
  }
  const held = cart.get(step.variant)
  if (step.does === 'remove') return cart.delete(step.variant)
  if (step.does === 'set' && held === undefined) return false
  const wanted = step.does === 'add' ? (held ?? 0) + step.quantity : step.quantity
  if (wanted > (stock[step.variant] ?? 0)) return false
  cart.set(step.variant, wanted)
  return true
}

async function readCart(owner: number): Promise<Cart> {
  return (await shop.call('getCart', { headers: headersOf[owner] ?? {} })).data
}

/** Does a step in the shop; returns false for a rejection, throws any other failure. */
async function runStep(step: Step): Promise<boolean> {
  if (step.does === 'stock') {
    const changed = variants[step.variant]
    if (changed) await setStock(shop, changed, step.quantity)
    return true
  }
  const headers = headersOf[step.owner] ?? {}
  try {
    if (step.does === 'merge') await shop.call('mergeCart', { headers })
    else {
      const variantId = variants[step.variant]?.id ?? ''
      if (step.does === 'add')
        await shop.call('addCartItem', { headers, body: { variantId, quantity: step.quantity } })
      else {
        const { items } = await readCart(step.owner)
        const itemId = items.find(({ variant }) => variant.id === variantId)?.id
        if (!itemId) return false
        const params = { itemId }
        if (step.does === 'remove') await shop.call('removeCartItem', { headers, params })
        else
          await shop.call('updateCartItem', { headers, params, body: { quantity: step.quantity } })
      }
    }
    return true
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === 409 || status === 404) return false
    throw error
  }
}

function expectSound(cart: Cart) {
  const ids = cart.items.map(({ variant }) => variant.id)
  expect(new Set(ids).size).toBe(ids.length)
  let [count, cents] = [0, 0]
  for (const item of cart.items) {
    expect(item.quantity).toBeGreaterThanOrEqual(1)
    const lineCents = Math.round(item.variant.currentPrice * 100) * item.quantity
    expect(item.totalPrice).toBe(lineCents / 100)
    expect(item.isAvailable).toBe(item.quantity <= item.variant.stock)
    count += item.quantity
    if (item.isAvailable) cents += lineCents
  }
  expect(cart.totalItems).toBe(count)
  expect(cart.subtotal).toBe(cents / 100)
}

async function startOver(): Promise<Model> {
  await shop.ctx.db.pool.query('delete from cart')
  for (const variant of variants) await setStock(shop, variant, startingStock)
  return {
    carts: Array.from({ length: ownerCount }, () => new Map()),
    stock: Array(variantCount).fill(startingStock),
  }
}

// Bounded by their runs, not by a clock that a busy machine reaches.
const untimed = { timeout: 0 }

test('carts match a simple model after any sequence of steps', untimed, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const model = await startOver()
      for (const step of steps) expect(await runStep(step)).toBe(expectStep(model, step))
      for (const [index, expected] of model.carts.entries()) {
        const cart = await readCart(index)
        expectSound(cart)
        const held = cart.items.map(
          ({ variant, quantity }) =>
            [variants.findIndex(({ id }) => id === variant.id), quantity] as const,
        )
        expect(new Map(held)).toEqual(expected)
      }
    }),
    { numRuns: 60 },
  )
})

test('carts stay consistent and lose nothing under concurrent steps', untimed, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await startOver()
      // Enough of everything, and nothing taken out: then every unit must still be somewhere.
      const adds = steps.filter(({ does }) => does === 'add' || does === 'merge')
      for (const variant of variants) await setStock(shop, variant, 1_000)
      expect(await Promise.all(adds.map(runStep))).not.toContain(false)
      const carts = await Promise.all(headersOf.map((_, index) => readCart(index)))
      const put = adds.reduce((sum, step) => sum + (step.does === 'add' ? step.quantity : 0), 0)
      expect(carts.reduce((sum, { totalItems }) => sum + totalItems, 0)).toBe(put)

      for (const variant of variants) await setStock(shop, variant, startingStock)
      await Promise.all(steps.map(runStep))
      for (const index of headersOf.keys()) expectSound(await readCart(index))
    }),
    { numRuns: 30 },
  )
})
