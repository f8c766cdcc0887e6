import { Queries } from '../../lib/api/query-client.tsx'
import { PopularProducts } from './popular-products.tsx'
import type { SearchSlots } from './search-slots.ts'

/** The popular pieces as a part of a page. */
export function PopularSection(slots: Pick<SearchSlots, 'loadPopular' | 'renderProduct'>) {
  return (
    <Queries>
      <PopularProducts {...slots} onAsk={null} />
    </Queries>
  )
}
