import { randomUuid } from '@solvane/client/random-uuid'
import type { StockMovement } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { RadioGroup } from '@solvane/ui/choice'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Moment, zoneName } from '../../parts/moment.tsx'
import grid from './grid.module.css'

interface AdjustStockDialogProps {
  variantId: string
  name: string
  onClose: () => void
  onAdjusted: (stock: number) => void
}

const kinds = [
  { value: 'add', label: 'Add stock' },
  { value: 'remove', label: 'Remove stock' },
  {
    value: 'counted',
    label: 'Set counted stock',
    hint: 'Do not count items that are reserved for orders.',
  },
]

/** Adds or removes stock of a variant, or sets what was counted, with a reason. */
export function AdjustStockDialog(props: AdjustStockDialogProps) {
  const { variantId, name, onClose, onAdjusted } = props
  // One key for each opening of the dialog, so that repeated submits are the same change.
  const [key] = useState(randomUuid)
  const [kind, setKind] = useState('add')
  const params = { id: variantId }
  const { data } = useQuery({
    queryKey: ['variant-stock', variantId],
    queryFn: () => api.call('getVariantStock', { params }),
    gcTime: 0,
  })
  const current = data?.data
  return (
    <ActionDialog
      title={`Stock of ${name}`}
      description={
        current
          ? `${current.stock} in stock${current.held > 0 ? `, and ${current.held} reserved for orders to ship` : ''}.`
          : 'Loading the current stock …'
      }
      submit="Save"
      done="Stock saved."
      onClose={onClose}
      onSubmit={async (value) => {
        const quantity = Number(value('quantity'))
        const change =
          kind === 'counted'
            ? { kind: 'counted' as const, counted: quantity, expected: current?.stock }
            : { kind: 'delta' as const, delta: kind === 'add' ? quantity : -quantity }
        const body = { change, reason: value('reason'), key }
        const { data } = await api.call('adjustStock', { params, body })
        onAdjusted(data.stock)
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup legend="Change" name="kind" value={kind} onChange={setKind} options={kinds} />
          <TextField
            label="Quantity"
            name="quantity"
            type="number"
            inputMode="numeric"
            min={kind === 'counted' ? 0 : 1}
            step={1}
            required
            error={errorOf('change.delta') ?? errorOf('change.counted')}
          />
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={300}
            autoComplete="off"
            hint="Delivery 4711, two scratched, yearly count …"
            error={errorOf('reason')}
          />
        </>
      )}
    </ActionDialog>
  )
}

const causes: Readonly<Record<StockMovement['cause'], string>> = {
  HOLD: 'Reserved for an order',
  RELEASE: 'Released, order not paid or cancelled',
  RESTOCK: 'Restocked',
  ADJUSTMENT: 'Adjusted',
  OFFER: 'Reserved for a shopper',
  OFFER_END: 'Reservation for a shopper ended',
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
