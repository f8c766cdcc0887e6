import type { EndpointOutput } from '@solvane/client/api'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

type Node = EndpointOutput<'getCategoryTree'>['data']['data'][number]

/** A category that pieces can be in. */
export interface CategoryChoice {
  id: string
  identifier: string
  name: string
  /** With those above it: `Women › Bags › Totes`. */
  path: string
  /** How many are above it. */
  depth: number
}

function flatten(nodes: readonly Node[], above: readonly string[]): CategoryChoice[] {
  return nodes.flatMap(({ id, identifier, name, children }) => {
    const path = [...above, name]
    return [
      { id, identifier, name, path: path.join(' › '), depth: above.length },
      ...flatten(children, path),
    ]
  })
}

/** Every category in the order of the menu; none while they are not known. */
export function useCategories(): CategoryChoice[] {
  const { data } = useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: () => api.call('getCategoryTree', {}),
  })
  return flatten(data?.data.data ?? [], [])
}
