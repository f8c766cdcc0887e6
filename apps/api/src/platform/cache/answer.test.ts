import { describe, expect, test } from 'vitest'
import { Answer, type WireForm } from './answer.ts'

/** Texts that thorough compression makes smaller than quick compression does. */
function longText(seed: number): string {
  return Array.from({ length: 400 }, (_, at) => `<li>${(at * seed) % 97} of ${seed}</li>`).join('')
}

async function lengthOf(answer: Answer): Promise<number> {
  return ((await answer.in('br')) as WireForm).body.length
}

describe('thorough compression', () => {
  test('is left to later requests while many answers wait for it', async () => {
    const answers = Array.from({ length: 200 }, (_, at) => new Answer(200, {}, longText(at + 1)))
    const quick = await Promise.all(answers.map(lengthOf))
    await Promise.all(answers.map(lengthOf))
    const thorough = async () => {
      const now = await Promise.all(answers.map(lengthOf))
      return now.filter((length, at) => length < (quick[at] ?? 0)).length
    }
    // Each request lets as many begin as may wait; in the end all are compressed.
    await expect.poll(thorough).toBeGreaterThan(0)
    expect(await thorough()).toBeLessThan(200)
    await expect.poll(thorough).toBe(200)
  })
})
