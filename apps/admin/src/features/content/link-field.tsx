import type { EndpointOutput } from '@solvane/client/api'
import { TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../data/api.ts'

type Node = EndpointOutput<'getCategoryTree'>['data']['data'][number]

/** Pages that are no categories. */
const pages = [
  { path: '/filter/all', name: 'Everything, the newest first' },
  { path: '/gifting', name: 'Gifting' },
  { path: '/services', name: 'Services' },
  { path: '/about-us', name: 'About us' },
]

const listId = 'shop-paths'

/** Where a link may lead: the list that the `LinkField`s of a page suggest. */
export function ShopPaths() {
  const { data } = useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: () => api.call('getCategoryTree', {}),
  })
  return (
    <datalist id={listId}>
      {[...pages, ...pathsOf(data?.data.data ?? [], [])].map(({ path, name }) => (
        <option key={path} value={path} label={name} />
      ))}
    </datalist>
  )
}

function pathsOf(
  nodes: readonly Node[],
  above: readonly string[],
): { path: string; name: string }[] {
  return nodes.flatMap(({ path, name, children }) => {
    const names = [...above, name]
    return [{ path, name: names.join(' › ') }, ...pathsOf(children, names)]
  })
}

/** The address that something leads to: a path of the shop, which it suggests, or one elsewhere. */
export function LinkField(props: ComponentProps<typeof TextField>) {
  return <TextField maxLength={500} list={listId} autoComplete="off" {...props} />
}
