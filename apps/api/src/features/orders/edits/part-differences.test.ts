import { expect, test } from 'vitest'
import { type PartDifference, partsDue } from './edit-money.ts'

const part = (key: string, cents: number, taxBp: number | null = 2_000): PartDifference => ({
  key,
  taxBp,
  isFee: key === 'delivery',
  cents,
})

test.each<[string, PartDifference[], PartDifference[], [string, number][]]>([
  ['what rose', [part('coat', 550), part('bag', 0)], [], [['coat', 550]]],
  ['what fell', [part('bag', -400)], [], [['bag', -400]]],
  ['a replaced line', [part('coat', 550), part('bag', -400)], [], [['coat', 150]]],
  ['a fee apart from lines', [part('coat', 550), part('bag', -400), part('delivery', 20)], [], [['coat', 150], ['delivery', 20]]],
  ['another rate apart', [part('coat', 550), part('bag', -400), part('belt', 90, 550)], [], [['coat', 150], ['belt', 90]]],
  ['a fee that falls against lines', [part('coat', 150), part('delivery', -20)], [], [['coat', 130]]],
  ['a fall of one rate against a rise of another', [part('coat', 150), part('belt', -90, 550)], [], [['coat', 60]]],
  ['what is owed beside it', [part('coat', 550), part('bag', -400)], [part('belt', 90)], [['coat', 150], ['belt', 90]]],
  ['what is owed of a line that goes', [part('coat', 150), part('belt', -90, 550)], [part('belt', 90, 550)], [['coat', 150]]],
  ['what is owed less what fell', [part('bag', -50)], [part('belt', 90)], [['belt', 40]]],
  ['nothing where all is put back', [part('coat', -550), part('bag', 400)], [part('coat', 150)], []],
  ['nothing', [part('bag', 0)], [], []],
])('after a change %s is due', (_title, differences, owed, due) => {
  const found = partsDue(differences, owed).map(({ key, cents }) => [key, cents])
  expect(found.toSorted()).toEqual(due.toSorted())
}) // biome-ignore format: one case a line
