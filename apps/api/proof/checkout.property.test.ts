import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../test/books.ts'
import { openTestShop, type TestShop } from '../test/test-shop.ts'
import { comeToRest } from './come-to-rest.ts'
import { doStep } from './do-step.ts'
import { history, type Step } from './steps.ts'
import { makeWorld, providersOf } from './world.ts'

/** `CHECKOUT_RUNS=500 CHECKOUT_SEED=7`: more histories, or other ones. Each takes a second or two. */
const runs = Number(process.env.CHECKOUT_RUNS ?? 12)
const seed = Number(process.env.CHECKOUT_SEED ?? 5)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** All at once; what moves the clock comes after the others, who would not know what time it is. */
async function doRound(world: Awaited<ReturnType<typeof makeWorld>>, round: Step[]) {
  await Promise.all(round.filter(({ does }) => does !== 'wait').map((step) => doStep(world, step)))
  for (const step of round) if (step.does === 'wait') await doStep(world, step)
}

test('whatever shoppers, staff, providers and time do, in whatever order and at once, the books balance', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const world = await makeWorld(shop)
      for (const { courier } of Object.values(providersOf(world))) courier.hold()
      for (const round of rounds) {
        await doRound(world, round)
        expect(await brokenRules(shop.ctx.db.pool)).toEqual([])
      }
      expect(await comeToRest(world)).toEqual([])
    }),
    // Shrinking what happens at once takes long and finds something else each time.
    { numRuns: runs, seed, endOnFailure: true },
  )
})
