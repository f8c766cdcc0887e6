import pg from 'pg'
import { expect, vi } from 'vitest'

/** How many statements are asked of the database, by anyone, while `work` is done. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const count = asked.mock.calls.length
  asked.mockRestore()
  return count
}

/** Expects `work` to be done without the database; tried until the shop's jobs, which ask too, are silent. */
export async function expectNoStatements(work: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => expect(await countStatements(work)).toBe(0), 60_000)
}

/**
 * Expects much to be read with as many statements as little. The shop's jobs, which go
 * on meanwhile, ask too: it is tried until they are silent.
 */
export async function expectAsManyStatements(
  ofLittle: () => Promise<unknown>,
  ofMuch: () => Promise<unknown>,
): Promise<void> {
  await vi.waitFor(async () => {
    const forLittle = await countStatements(ofLittle)
    expect(forLittle).toBeGreaterThan(0)
    expect(await countStatements(ofMuch)).toBe(forLittle)
  }, 60_000)
}
