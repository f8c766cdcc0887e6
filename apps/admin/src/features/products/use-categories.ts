import type { EndpointOutput } from '@solvane/client/api'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

type Node = EndpointOutput<'getCategoryTree'>['data']['data'][number]

/** A category that products can be in. */
export interface CategoryChoice {
  id: string
  identifier: string
  name: string
  /** With its parents: `Women › Bags › Totes`. */
  path: string
  /** The number of parents. */
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

/** All categories in menu order; empty while they are loaded. */
export function useCategories(): CategoryChoice[] {
  const { data } = useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: () => api.call('getCategoryTree', {}),
  })
  return flatten(data?.data.data ?? [], [])
}
