import type { StockMovement } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Moment, zoneName } from '../../parts/moment.tsx'
import grid from './grid.module.css'

const causes: Readonly<Record<StockMovement['cause'], string>> = {
  HOLD: 'Reserved for an order',
  RELEASE: 'Released, order not paid or cancelled',
  RESTOCK: 'Restocked',
  ADJUSTMENT: 'Adjusted',
}

const signed = new Intl.NumberFormat('en-US', { signDisplay: 'always' })

interface LedgerDialogProps {
  variantId: string
  name: string
  onClose: () => void
}

/** Every change of a variant's stock, the newest first. */
export function LedgerDialog({ variantId, name, onClose }: LedgerDialogProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['movements', variantId],
      queryFn: ({ pageParam }) =>
        api.call('listStockMovements', { params: { id: variantId }, query: { page: pageParam } }),
      initialPageParam: 1,
      getNextPageParam: (last, pages) =>
        pages.reduce((sum, { data }) => sum + data.length, 0) < last.total
          ? pages.length + 1
          : undefined,
    })
  const movements = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={`Stock history of ${name}`}
      description={`Times are in ${zoneName()}.`}
    >
      {error ? (
        <EmptyState title="The stock history could not be loaded" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      ) : isPending ? (
        <Skeleton width="full" />
      ) : movements.length === 0 ? (
        <p className={grid.hint}>No changes yet.</p>
      ) : (
        <div className={grid.scroll} data-spaced>
          <table className={grid.grid}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Reason</th>
                <th scope="col" className={grid.number}>
                  Change
                </th>
                <th scope="col" className={grid.number}>
                  Stock
                </th>
                <th scope="col">Who</th>
              </tr>
            </thead>
            <tbody>
              {movements.map(({ id, at, cause, delta, stockAfter, order, actor, note }) => (
                <tr key={id}>
                  <td className={grid.text}>
                    <Moment at={at} />
                  </td>
                  <td className={grid.words}>
                    {note ?? causes[cause]}{' '}
                    {order && <Link to={`/orders/${order.id}`}>{order.number}</Link>}
                  </td>
                  <td className={grid.number}>{signed.format(delta)}</td>
                  <td className={grid.number}>{stockAfter}</td>
                  <td className={grid.words}>{actor ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button kind="link" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  )
}
