import { afterAll, beforeAll } from 'vitest'
import { passwordCost } from '../src/features/auth/secrets.ts'

const actual = { ...passwordCost }

/** Tests sign up thousands of times, with 20 ms of a core each at the actual cost. */
export function lowerPasswordCost(): void {
  Object.assign(passwordCost, { memoryCost: 64, timeCost: 1 })
}

/** For tests that are about what a password costs: inside the surrounding `describe` it costs that. */
export function atActualPasswordCost(): void {
  beforeAll(() => void Object.assign(passwordCost, actual))
  afterAll(lowerPasswordCost)
}
