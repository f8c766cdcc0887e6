import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { Moment, zoneName } from '../../parts/moment.tsx'
import grid from './grid.module.css'

interface PriceHistoryDialogProps {
  variantId: string
  name: string
  onClose: () => void
}

/** The price history of a variant, the newest first, and its prior price. */
export function PriceHistoryDialog({ variantId, name, onClose }: PriceHistoryDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['price-history', variantId],
    queryFn: () => api.call('getPriceHistory', { params: { id: variantId } }),
    // A save of the product may have changed it.
    staleTime: 0,
  })
  const { history = [], lowest = null, prior = null } = data?.data ?? {}
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={`Price history of ${name}`}
      description={`Times are in ${zoneName()}.`}
    >
      {error && (
        <EmptyState title="The price history could not be loaded" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {!error && !data && <Skeleton width="full" />}
      {data && (
        <>
          <p className={grid.hint}>
            {lowest !== null && `Lowest price of the last 30 days: ${formatMoney(lowest)}. `}
            {prior === null
              ? 'A sale price is shown beside the normal price.'
              : `The sale price is shown beside ${formatMoney(prior)}, the lowest price before the reduction, as an applied price rule says.`}
          </p>
          <div className={grid.scroll} data-spaced>
            <table className={grid.grid}>
              <thead>
                <tr>
                  <th scope="col">From</th>
                  <th scope="col" className={grid.number}>
                    Price
                  </th>
                  <th scope="col" className={grid.number}>
                    Sale price
                  </th>
                  <th scope="col">Sale starts</th>
                  <th scope="col">Sale ends</th>
                </tr>
              </thead>
              <tbody>
                {history.map(({ at, price, salePrice, saleStartsAt, saleEndsAt }) => (
                  <tr key={at}>
                    <td className={grid.text}>
                      <Moment at={at} />
                    </td>
                    <td className={grid.number}>{formatMoney(price)}</td>
                    <td className={grid.number}>
                      {salePrice === null ? '—' : formatMoney(salePrice)}
                    </td>
                    <td className={grid.text}>
                      {saleStartsAt ? <Moment at={saleStartsAt} /> : '—'}
                    </td>
                    <td className={grid.text}>{saleEndsAt ? <Moment at={saleEndsAt} /> : '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  )
}
