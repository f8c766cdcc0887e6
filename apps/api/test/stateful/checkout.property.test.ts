import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../ledger-assertions.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { openTestChain, type TestChain } from '../usdt/test-chain.ts'
import { usdtOn } from '../usdt/usdt-shop.ts'
import { finishPendingWork } from './finish-pending-work.ts'
import { expectChainAgreed, expectLossesKept, lossesOf } from './payment-steps.ts'
import { runStep } from './run-step.ts'
import { history, type Step } from './steps.ts'
import { makeWorld, providersOf, type World } from './world.ts'

/**
 * `CHECKOUT_RUNS=500 CHECKOUT_SEED=7`: more histories, or other ones. Each takes a second or two.
 */
const runs = Number(process.env.CHECKOUT_RUNS ?? 12)
const seed = Number(process.env.CHECKOUT_SEED ?? 5)

let shop: TestShop
let chain: TestChain
beforeAll(async () => {
  chain = await openTestChain()
  shop = await openTestShop({ settings: usdtOn(chain) })
})
afterAll(async () => {
  await shop.close()
  await chain.close()
})

/** Steps that move the clock, or revert the chain, would invalidate concurrent ones. */
const isAlone = ({ does }: Step) => does === 'wait' || does === 'takeBack'

/** Runs the steps concurrently; those that must be alone follow. */
async function doRound(world: World, round: Step[]) {
  await Promise.all(round.filter((step) => !isAlone(step)).map((step) => runStep(world, step)))
  for (const step of round) if (isAlone(step)) await runStep(world, step)
}

test('whatever shoppers, staff, providers and time do concurrently, the ledger balances', {
  // Limited by its number of runs, not by a timeout that a busy machine reaches.
  timeout: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const world = await makeWorld(shop, chain)
      for (const { webhooks } of Object.values(providersOf(world))) webhooks.hold()
      for (const round of rounds) {
        const losses = await lossesOf(shop)
        await doRound(world, round)
        expect(await brokenRules(shop.ctx.db.pool)).toEqual([])
        await expectLossesKept(shop, losses)
      }
      const losses = await lossesOf(shop)
      expect(await finishPendingWork(world)).toEqual([])
      await expectLossesKept(shop, losses)
      await expectChainAgreed(world)
    }),
    // Shrinking concurrent steps takes long and finds something else each time.
    { numRuns: runs, seed, endOnFailure: true },
  )
})
