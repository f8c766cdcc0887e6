import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { RadioGroup } from '@solvane/ui/choice'
import { Drawer } from '@solvane/ui/drawer'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Queries } from '../../lib/api/query-client.tsx'
import { FilterPanel } from './filter-panel.tsx'
import {
  type ListingQuery,
  type ListingSort,
  listingSearch,
  listingSorts,
} from './listing-query.ts'

interface ListingDrawerProps {
  /** The open panel; closed when null. */
  panel: 'filter' | 'sort' | null
  category: EndpointOutput<'getCategory'>['data']
  query: ListingQuery
  onClose: () => void
}

/** The drawers of Filter and Sort. The choice goes into the address. */
export function ListingDrawer({ panel, category, query, onClose }: ListingDrawerProps) {
  const navigate = useNavigate()
  // Chosen but not applied: arrow keys pass over orders on their way.
  const [sort, setSort] = useState<ListingSort | null>(null)

  function apply(chosen: ListingQuery) {
    onClose()
    // A new selection starts at the top.
    void navigate(category.path + listingSearch(chosen))
  }

  return (
    <>
      <Drawer
        title="Sort"
        isOpen={panel === 'sort'}
        onClose={onClose}
        onClosed={() => setSort(null)}
        footer={
          <Button isWide onClick={() => apply({ ...query, sort: sort ?? query.sort })}>
            Apply
          </Button>
        }
      >
        <RadioGroup
          legend="In which order"
          name="sort"
          options={listingSorts}
          value={sort ?? query.sort}
          onChange={(chosen) => setSort(chosen as ListingSort)}
        />
      </Drawer>
      <Queries>
        <FilterPanel
          key={listingSearch(query)}
          isOpen={panel === 'filter'}
          category={category}
          query={query}
          onApply={apply}
          onClose={onClose}
        />
      </Queries>
    </>
  )
}
