import type { StaffCategory } from '@solvane/contract/categories-admin'
import { describe, expect, it } from 'vitest'
import { beforeAt, parentsFor, rowsOf } from './tree-order.ts'

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

  it('knows who comes after when one is moved among its siblings', () => {
    expect(beforeAt(row('men'), 0)).toBe('women')
    expect(beforeAt(row('women'), 1)).toBe(null)
  })

  it('offers no parent below the category itself, nor too deep a one', () => {
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
