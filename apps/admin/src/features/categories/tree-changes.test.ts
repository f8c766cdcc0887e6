import type { StaffCategory } from '@solvane/contract/categories'
import { describe, expect, it } from 'vitest'
import { beforeAt, parentsFor, rowsOf, withMoved } from './tree-changes.ts'

const category = (id: string, parentId: string | null) =>
  ({ id, parentId, name: id }) as StaffCategory
const { rows } = rowsOf([
  category('all', null),
  category('women', 'all'),
  category('bags', 'women'),
  category('totes', 'bags'),
  category('shoes', 'women'),
  category('men', 'all'),
])
const row = (id: string) => {
  const found = rows.find((row) => row.id === id)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}

describe('the tree', () => {
  it('has each category after its parent, the root left out', () => {
    expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
      ['women', 0],
      ['bags', 1],
      ['totes', 2],
      ['shoes', 1],
      ['men', 0],
    ])
  })

  it('finds the next sibling of a moved category', () => {
    expect(beforeAt(row('men'), 0)).toBe('women')
    expect(beforeAt(row('women'), 1)).toBe(null)
  })

  it('is updated optimistically after a move', () => {
    const all = [category('all', null), ...rows]
    const after = (move: { id: string; parentId: string; beforeId: string | null }) =>
      rowsOf(withMoved(all, move)).rows.map(({ id, depth }) => [id, depth])
    expect(after({ id: 'bags', parentId: 'women', beforeId: null })).toEqual([
      ['women', 0],
      ['shoes', 1],
      ['bags', 1],
      ['totes', 2],
      ['men', 0],
    ])
    expect(after({ id: 'shoes', parentId: 'men', beforeId: null }).at(-1)).toEqual(['shoes', 1])
    expect(after({ id: 'men', parentId: 'all', beforeId: 'women' })[0]).toEqual(['men', 0])
  })

  it('offers no parent below the category itself and none too deep', () => {
    expect(parentsFor(row('totes'), rows).map(({ id }) => id)).toEqual([
      'women',
      'bags',
      'shoes',
      'men',
    ])
    expect(parentsFor(row('bags'), rows).map(({ id }) => id)).toEqual(['women', 'men'])
    expect(parentsFor(row('women'), rows)).toEqual([])
  })
})
