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

/**
 * Expects a page of many to be read with as many statements as a page of one. The shop's jobs, which go
 * on meanwhile, ask too: it is tried until they are silent.
 */
export async function expectAsManyStatements(
  ofOne: () => Promise<unknown>,
  ofMany: () => Promise<unknown>,
): Promise<void> {
  await vi.waitFor(
    async () => expect(await countStatements(ofMany)).toBe(await countStatements(ofOne)),
    20_000,
  )
}
