import pg from 'pg'
import { expect, vi } from 'vitest'

/** The number of statements sent to the database, by anyone, during `work`. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const count = asked.mock.calls.length
  asked.mockRestore()
  return count
}

/** Expects `work` to send no statements; retries, because the shop's jobs send some, too. */
export async function expectNoStatements(work: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => expect(await countStatements(work)).toBe(0), 60_000)
}

/**
 * Expects reading much to take as many statements as reading little; retries, because the shop's
 * jobs send some, too.
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
