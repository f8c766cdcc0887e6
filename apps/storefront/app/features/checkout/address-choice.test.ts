import { expect, it } from 'vitest'
import { addressChoice } from './address-choice.ts'

const [home, work, sea] = ['home', 'work', 'sea'].map((id) => ({ id, isDefault: id === 'work' }))
const addresses = [home, work, sea].filter((address) => address !== undefined)

it.each([
  ['the one that was chosen', addresses, 'sea', 'sea'],
  ['the default one when none was, or the chosen one has gone', addresses, 'gone', 'work'],
  ['the first when there is no default one', addresses.slice(2), null, 'sea'],
  ['none when there is none', [], 'home', undefined],
] as const)('takes %s', (_, known, selected, id) => {
  expect(addressChoice(known, selected)?.id).toBe(id)
})
